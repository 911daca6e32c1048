import * as z from "zod";
import { isObject } from "../../declaration/field";
import { ownValue } from "../../own-values";
import { CommandError } from "../terminal/exit";
import type { ReadonlyDocument } from "../terminal/json-document";
import { Concealer, holdsMark, type JsonContainer } from "./concealer";

const place = {
  address: z.string().default(""),
  mode: z.enum(["managed", "data"]).default("managed"),
  type: z.string(),
  name: z.string().default(""),
};

/** OpenTofu 1.11 lists ephemeral resources among the resources. They are in no state and never change. */
function withoutEphemeral<Item extends z.ZodType>(item: Item) {
  const isLasting = (each: unknown) => !isObject(each) || each.mode !== "ephemeral";
  return z.preprocess((list) => (Array.isArray(list) ? list.filter(isLasting) : list), z.array(item).optional());
}

const outputChange = z.object({
  actions: z.array(z.string()),
  after: z.unknown().optional(),
  after_unknown: z.unknown().optional(),
  before_sensitive: z.unknown().optional(),
  after_sensitive: z.unknown().optional(),
});

const resourceChange = z.object({
  ...place,
  module_address: z.string().optional(),
  previous_address: z.string().optional(),
  index: z.union([z.string(), z.number()]).optional(),
  deposed: z.string().optional(),
  change: outputChange.extend({
    before: z.unknown().optional(),
    importing: z.object({ id: z.string().optional() }).optional(),
  }),
});

const stateResource = z.object({
  ...place,
  values: z
    .unknown()
    .optional()
    .transform((values) => (values ?? {}) as JsonContainer),
  sensitive_values: z.unknown().optional(),
});

const stateModule = z.object({
  resources: withoutEphemeral(stateResource),
  get child_modules() {
    return z.array(stateModule).optional();
  },
});

const expressions = z.record(z.string(), z.unknown()).optional();

const configurationModule = z.object({
  resources: z
    .array(
      z.object({
        address: z.string(),
        expressions,
        provisioners: z.array(z.object({ type: z.string(), expressions })).optional(),
      }),
    )
    .optional(),
  variables: z.record(z.string(), z.object({ sensitive: z.boolean().default(false) })).optional(),
  get module_calls() {
    return z.record(z.string(), z.object({ module: configurationModule.optional() })).optional();
  },
});

/** The resources and data sources of all modules of a state. */
const state = z.object({ root_module: stateModule.optional() }).transform((values) => resourcesIn(values.root_module));

type StateModule = z.output<typeof stateModule>;

function resourcesIn(module: StateModule | undefined): NonNullable<StateModule["resources"]> {
  return module ? [...(module.resources ?? []), ...(module.child_modules ?? []).flatMap(resourcesIn)] : [];
}

/** Fields that are not listed here are dropped. `concealed` removes the sensitive values of the others. */
const planDocument = z.object({
  resource_changes: withoutEphemeral(resourceChange),
  resource_drift: withoutEphemeral(resourceChange),
  output_changes: z.record(z.string(), outputChange).optional(),
  variables: z.record(z.string(), z.object({ value: z.unknown().optional() })).optional(),
  prior_state: z.object({ values: state.default([]) }).optional(),
  planned_values: state.default([]),
  configuration: z
    .object({
      root_module: configurationModule.optional(),
      provider_config: z
        .record(
          z.string(),
          z.object({
            full_name: z.string().optional(),
            version_constraint: z.string().optional(),
            expressions: z
              .record(
                z.string(),
                z.unknown().transform((expression) => (expression ?? {}) as { constant_value?: unknown }),
              )
              .optional(),
          }),
        )
        .optional(),
    })
    .optional(),
});

const stateDocument = z.object({ values: state.default([]) });

/** Returns true for a plan in the form of `show -json`. Plans without resources have no `resource_changes`. */
export function isPlan(json: unknown): boolean {
  return isObject(json) && ("resource_changes" in json || "planned_values" in json) && "configuration" in json;
}

/** Returns true for a state in the form of `show -json` without a plan. An empty state has only its `format_version`. */
export function isState(json: unknown): boolean {
  if (!isObject(json)) {
    return false;
  }
  const isEmpty = Object.keys(json).every((key) => key === "format_version") && "format_version" in json;
  return isEmpty || (isObject(json.values) && "terraform_version" in json);
}

/** Reads a plan of `show -json` without its sensitive values. Throws a `CommandError` for other content. */
export function readPlan(json: unknown, name: string): PlanJson {
  return concealed(parsed(planDocument, json, name, "plan"));
}

/** Reads a state as a plan without changes. */
export function readState(json: unknown, name: string): PlanJson {
  const { values } = parsed(stateDocument, json, name, "state");
  const unchanged = values.map(({ values: held, sensitive_values: marks, ...rest }) => ({
    ...rest,
    change: { actions: ["no-op"], before: held, after: held, before_sensitive: marks },
  }));
  return concealed({ resource_changes: unchanged, prior_state: { values }, planned_values: [] });
}

function parsed<T extends z.ZodType>(document: T, json: unknown, name: string, what: string): z.output<T> {
  const { success, data, error } = document.safeParse(json);
  if (success) {
    return data;
  }
  const [issue] = error.issues;
  throw new CommandError(
    `${name} is not a valid ${what}: ${issue?.path.join(".")}: ${issue?.message}. Fix: Write it with "terraform show -json" of Terraform 1.11 or newer, or OpenTofu 1.11 or newer.`,
  );
}

type RawPlan = z.output<typeof planDocument>;
type RawChange = z.output<typeof resourceChange>;

/** Marks a plan that `readPlan` or `readState` returned. */
declare const concealedMark: unique symbol;

/**
 * The parts of `show -json` of a saved plan that this tool reads (format version 1, Terraform 1.11 and OpenTofu 1.11),
 * without any sensitive value: a `SensitiveValue` replaces it. Only `readPlan` and `readState` create one.
 */
export type PlanJson = Omit<ReadonlyDocument<typeof planDocument>, "variables" | "prior_state" | "planned_values"> & {
  readonly [concealedMark]: true;
  /** Resources and data sources of the state, and after the apply. */
  readonly held: readonly StateResource[];
  readonly planned: readonly StateResource[];
  /** Values of the variables of the root module that are not sensitive. */
  readonly variables?: Readonly<Record<string, unknown>>;
};

type Configuration = NonNullable<PlanJson["configuration"]>;

/** Provider block of the configuration. An expression that is not literal has no `constant_value`. */
export type ProviderConfig = NonNullable<Configuration["provider_config"]>[string];

export type ConfigurationModule = ReadonlyDocument<typeof configurationModule>;

export type ResourceChange = ReadonlyDocument<typeof resourceChange>;

type StateResource = ReadonlyDocument<typeof stateResource>;

function concealed(plan: RawPlan): PlanJson {
  const concealer = new Concealer();
  const marks = marksByAddress(plan);
  const marksOf = ({ address }: { readonly address: string }) => marks.get(address) ?? [];
  const change = (resource: RawChange): ResourceChange => {
    const { before, after, before_sensitive: _, after_sensitive: __, ...rest } = resource.change;
    return {
      ...resource,
      change: {
        ...rest,
        before: concealer.attributes(before, marksOf(resource)),
        after: concealer.attributes(after, marksOf(resource), rest.after_unknown),
      },
    } as ResourceChange;
  };
  const inState = ({ sensitive_values: _, values, ...rest }: StateResource) => ({
    ...{ ...rest, values: concealer.attributes(values, marksOf(rest)) },
  });
  const { prior_state: prior, planned_values: planned, ...others } = plan;
  return {
    ...others,
    resource_changes: plan.resource_changes?.map(change),
    resource_drift: plan.resource_drift?.map(change),
    output_changes: plan.output_changes && publicOutputs(plan.output_changes),
    variables: plan.variables && publicVariables(plan),
    held: (prior?.values ?? []).map(inState),
    planned: planned.map(inState),
  } as unknown as PlanJson;
}

/** Removes the values of outputs that are sensitive before or after the change. */
function publicOutputs(changes: NonNullable<RawPlan["output_changes"]>): object {
  const entries = Object.entries(changes).map(([name, { before_sensitive, after_sensitive, ...change }]) => {
    const isSensitive = [before_sensitive, after_sensitive].some(holdsMark);
    return [name, isSensitive ? { actions: change.actions } : change] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the values of the variables that the configuration declares and does not mark as sensitive. */
function publicVariables({ variables = {}, configuration }: RawPlan): Readonly<Record<string, unknown>> {
  const declared = configuration?.root_module?.variables ?? {};
  const names = Object.keys(variables).filter((name) => ownValue(declared, name)?.sensitive === false);
  return Object.fromEntries(names.map((name) => [name, ownValue(variables, name)?.value]));
}

/** Returns marks of sensitive values. Values that a change makes sensitive are also hidden in the state. */
function marksByAddress(plan: RawPlan): ReadonlyMap<string, readonly unknown[]> {
  const changes = [...(plan.resource_changes ?? []), ...(plan.resource_drift ?? [])];
  const held = [...(plan.prior_state?.values ?? []), ...plan.planned_values];
  const marks = new Map<string, unknown[]>();
  const add = (address: string, ...more: readonly unknown[]) =>
    marks.set(address, [...(marks.get(address) ?? []), ...more]);
  for (const { address, previous_address: previous, change } of changes) {
    for (const each of [address, previous]) {
      if (each) {
        add(each, change.before_sensitive, change.after_sensitive);
      }
    }
  }
  for (const { address, sensitive_values } of held) {
    add(address, sensitive_values);
  }
  return marks;
}
