import { groups } from "d3-array";
import * as z from "zod";
import type { DeclaredFields } from "../../../declaration/field";
import type { LintedObject } from "./linted-objects";
import type { LintedStack } from "./linted-stacks";
import type { LintServer } from "./server/lint-server";

/** Severities of findings. Errors fail the command. */
export const SEVERITIES = ["warn", "error"] as const;

export type Severity = (typeof SEVERITIES)[number];

export interface RuleFinding {
  readonly object: LintedObject;
  /** Key of the tile, for a problem of one tile. */
  readonly tile?: string | undefined;
  /** One or two sentences. They contain no secret and no value that only the engine knows. */
  readonly message: string;
  /** Returns the declared fields of the object without the problem. Only for an edit that needs no decision. */
  readonly repair?: ((fields: DeclaredFields) => DeclaredFields) | undefined;
}

/** A problem of a known object, or only its message. */
type Found = Omit<RuleFinding, "object"> | string | undefined;

/** Objects of all stacks that the rules check together. */
export interface LintInput {
  readonly stacks: readonly LintedStack[];
  /** Objects of all kinds: resources, look-ups, ephemeral resources and providers. */
  readonly objects: readonly LintedObject[];
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
  /** Types of the objects that the rule checks, as in their addresses, such as `data.clickstack_source`. */
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

export interface LintRule extends RuleFacts {
  /** Settings of the rule, each with a default. */
  readonly options: z.ZodObject;
  /** Returns the findings. Undefined if the rule requires a server and there is none. */
  readonly run: (
    input: LintInput,
    settings: unknown,
    server: LintServer | undefined,
  ) => Promise<Iterable<RuleFinding> | undefined>;
}

/** A rule with one of three checks. Each gets the objects of the types. */
interface DeclaredRule<Options extends z.ZodObject> extends RuleFacts {
  /** Strict object. Each setting has a default and a description. */
  readonly options?: Options;
  readonly checkObject?: (
    object: LintedObject,
    options: z.output<Options>,
    input: LintInput,
  ) => Found | readonly Found[];
  readonly check?: (objects: readonly LintedObject[], input: LintInput) => Iterable<RuleFinding>;
  /** Asks the server, and runs only with a connection. */
  readonly checkServer?: (
    objects: readonly LintedObject[],
    options: z.output<Options>,
    server: LintServer,
    input: LintInput,
  ) => Promise<Iterable<RuleFinding>>;
}

const NO_OPTIONS = z.strictObject({});

export function lintRule<Options extends z.ZodObject = typeof NO_OPTIONS>({
  checkObject,
  check,
  checkServer,
  options: schema,
  ...facts
}: DeclaredRule<Options>): LintRule {
  const options = schema ?? NO_OPTIONS;
  return {
    ...facts,
    options,
    run: async (input, settings, server) => {
      const given = options.parse(settings) as z.output<Options>;
      const objects = facts.types.flatMap((type) => input.objects.filter((object) => object.typeAddress === type));
      if (checkObject) {
        return objects.flatMap((object) => findingsOf(object, checkObject(object, given, input)));
      }
      return checkServer ? server && checkServer(objects, given, server, input) : check?.(objects, input);
    },
  };
}

function findingsOf(object: LintedObject, found: Found | readonly Found[]): readonly RuleFinding[] {
  return [found].flat().flatMap((each) => {
    const finding = typeof each === "string" ? { message: each } : each;
    return finding ? [{ object, ...finding }] : [];
  });
}

/** Returns true if an object has none of the required fields: each is absent, an empty text or an empty list. */
export function lacksRequired({ fields: required }: RequiredFields, { fields }: LintedObject): boolean {
  return required.every((name) => isEmpty(fields[name]));
}

function isEmpty(value: unknown): boolean {
  const isText = typeof value === "string" && value.trim() === "";
  return value === undefined || value === null || isText || (Array.isArray(value) && value.length === 0);
}

/** Returns each item whose key an earlier item has, with the first such item. */
export function repeated<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): readonly (readonly [T, first: T])[] {
  return groups(items, keyOf).flatMap(([key, [first, ...others]]) =>
    key === undefined || first === undefined ? [] : others.map((other) => [other, first] as const),
  );
}
