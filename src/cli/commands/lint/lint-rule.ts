import * as z from "zod";
import type { DeclaredFields } from "../../../declaration/field";
import type { LintedObject } from "./linted-objects";
import type { LintedStack } from "./linted-stacks";
import type { LintServer } from "./server/lint-server";

/** Severities of findings. Errors fail the command. */
export const SEVERITIES = ["warn", "error"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** A problem that a rule found in an object. */
export interface RuleFinding {
  readonly object: LintedObject;
  /** Key of the tile, for a problem of one tile. */
  readonly tile?: string | undefined;
  /** One or two sentences. They contain no secret and no value that only the engine knows. */
  readonly message: string;
  /** Distinguishes findings of one rule in one object, such as a field. It must be equal in later runs. */
  readonly detail?: string;
  /** Returns the declared fields of the object without the problem. Only for an edit that needs no decision. */
  readonly repair?: (fields: DeclaredFields) => DeclaredFields;
}

/** Objects of all stacks that the rules check together. */
export interface LintInput {
  readonly stacks: readonly LintedStack[];
  /** Returns the managed objects of a type, such as `clickstack_alert`. */
  resources(type: string): readonly LintedObject[];
  /** Returns the objects of all kinds: resources, look-ups, ephemeral resources and providers. */
  readonly objects: readonly LintedObject[];
  /** Returns the stack of an object. */
  stackOf(object: LintedObject): LintedStack;
}

/** Facts of a rule. The command, the configuration, its schema and the guide are derived from them. */
interface RuleFacts {
  /** Does not change between versions. */
  readonly id: string;
  /** Severity without a configuration. */
  readonly severity: Severity | "off";
  /** Sentence that states the problem. */
  readonly description: string;
  /** Sentence that begins with an imperative. */
  readonly fix: string;
  /** Sentences that state what the rule does not see. */
  readonly limits: string;
  /** Types of the objects that the rule reports, such as `clickstack_alert`. */
  readonly types: readonly string[];
  /** Condition under which a finding of the rule has a repair, as a sentence part. Absent if none has one. */
  readonly fixableIf?: string;
  /** Fields of which an object must have at least one. The example policy has the same requirement. */
  readonly requires?: RequiredFields;
}

/** Requirement that a policy over a plan can check too. */
interface RequiredFields {
  readonly fields: readonly string[];
  /** Sentence of the policy after the address, such as `the alert has no note. Set note.` */
  readonly policyMessage: string;
  /** True if the policy refuses the plan, and false if it only warns. */
  readonly isRefused: boolean;
}

/** A rule of the list. It has one of the two checks. */
export interface LintRule extends RuleFacts {
  /** Settings of the rule, each with a default. */
  readonly options: z.ZodObject;
  /** Reads only the configuration. */
  readonly check?: (input: LintInput, settings: unknown) => Iterable<RuleFinding>;
  /** Asks the server, and runs only with a connection. */
  readonly checkServer?: (input: LintInput, settings: unknown, server: LintServer) => Promise<Iterable<RuleFinding>>;
}

interface Configurable<Options extends z.ZodObject> {
  /** Strict object. Each setting has a default and a description. */
  readonly options?: Options;
}

interface OfflineRule<Options extends z.ZodObject> extends RuleFacts, Configurable<Options> {
  readonly check: (input: LintInput, options: z.output<Options>) => Iterable<RuleFinding>;
}

interface ServerRule<Options extends z.ZodObject> extends RuleFacts, Configurable<Options> {
  readonly checkServer: (
    input: LintInput,
    options: z.output<Options>,
    server: LintServer,
  ) => Promise<Iterable<RuleFinding>>;
}

const NO_OPTIONS = z.strictObject({});

/** Declares a rule that reads only the configuration. */
export function offlineRule<Options extends z.ZodObject = typeof NO_OPTIONS>(rule: OfflineRule<Options>): LintRule {
  const options = rule.options ?? NO_OPTIONS;
  return {
    ...rule,
    options,
    check: (input, settings) => rule.check(input, options.parse(settings) as z.output<Options>),
  };
}

/** Declares a rule that asks the server. */
export function serverRule<Options extends z.ZodObject = typeof NO_OPTIONS>(rule: ServerRule<Options>): LintRule {
  const options = rule.options ?? NO_OPTIONS;
  return {
    ...rule,
    options,
    checkServer: (input, settings, server) =>
      rule.checkServer(input, options.parse(settings) as z.output<Options>, server),
  };
}

/** Returns true if an object has none of the required fields: each is absent, an empty text or an empty list. */
export function lacksRequired({ fields: required }: RequiredFields, { fields }: LintedObject): boolean {
  return required.every((name) => isEmpty(fields[name]));
}

function isEmpty(value: unknown): boolean {
  const isText = typeof value === "string" && value.trim() === "";
  return value === undefined || value === null || isText || (Array.isArray(value) && value.length === 0);
}
