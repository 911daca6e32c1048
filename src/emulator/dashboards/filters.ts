import { isDeepStrictEqual } from "node:util";
import { z } from "zod/v3";
import { type EmulatedVersion, perVersion } from "../options";
import { addProblem, objectIdText } from "../refusal";
import { metricTypeBody } from "./chart-fields";

const name = z.string().min(1);

const variableName = z
  .string()
  .max(64)
  .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/)
  .optional();

/** Fields of a filter without its id. Problems are listed in this order, as the server does. */
const queryExpression = {
  name,
  expression: z.string().min(1),
  sourceMetricType: metricTypeBody.optional(),
  where: z.string().optional(),
  whereLanguage: z.enum(["sql", "lucene"]).optional(),
  appliesToSourceIds: z.array(z.string().min(1)).optional(),
  isBroadcastEnabled: z.boolean().optional(),
  isVariableEnabled: z.boolean().optional(),
  variableName,
  sourceId: objectIdText,
};

/** Fields that two types of filters have in common. Such a filter is always a variable and never broadcasts. */
const variableOnly = {
  isBroadcastEnabled: z.literal(false).default(false),
  isVariableEnabled: z.literal(true).default(true),
  variableName,
};

const staticList = { name, options: z.array(z.string().max(10_000)).min(1).max(1000), ...variableOnly };

const prometheusLabel = {
  name,
  sourceId: objectIdText,
  label: z.string().min(1),
  match: z.string().optional(),
  ...variableOnly,
};

const requirement = { minSelections: z.number().int().min(0).optional(), isGlobalRequirement: z.boolean().optional() };

/** A filter of any version, in the order of the fields above. */
export type FilterBody = {
  id?: string;
  type: string;
  name: string;
  sourceId?: string;
  options?: string[];
  appliesToSourceIds?: string[];
  isBroadcastEnabled?: boolean;
  isVariableEnabled?: boolean;
  variableName?: string;
};

type FilterSchema = z.ZodType<FilterBody, z.ZodTypeDef, unknown>;

/** Returns the schema of one filter, with or without an `id` (docs/internals/api-behavior.md 4.5, 6.3). */
function filterSchema(version: EmulatedVersion, id: z.ZodRawShape): FilterSchema {
  if (version < "2.38") {
    return z.object({ ...id, type: z.enum(["QUERY_EXPRESSION"]), ...queryExpression }).strict();
  }
  const more = version < "2.40" ? {} : requirement;
  const variant = <T extends string, F extends z.ZodRawShape>(type: T, fields: F) =>
    z.object({ ...id, type: z.literal(type), ...fields, ...more }).strict();
  return z.discriminatedUnion("type", [
    variant("QUERY_EXPRESSION", queryExpression),
    variant("STATIC_LIST", staticList),
    variant("PROMETHEUS_LABEL", prometheusLabel),
  ]);
}

/** Filters of POST and validate, which reject `id` as an unknown key (docs/internals/api-behavior.md 4.3, 4.5). */
export const newFilters = perVersion((version) => z.array(filterSchema(version, {})));

/** A filter of PUT: an `id` is required. */
const knownFilter = perVersion((version) => filterSchema(version, { id: z.string() }));

type KnownFilterDef = z.ZodTypeDef & { stored: readonly unknown[]; known: FilterSchema };

/** Accepts stored filters of other types as they are, and checks all others. */
class KnownOrStoredFilter extends z.ZodType<FilterBody, KnownFilterDef> {
  override _parse(input: z.ParseInput): z.ParseReturnType<FilterBody> {
    const isStored = this._def.stored.some((filter) => isDeepStrictEqual(filter, input.data));
    return isStored ? z.OK(input.data as FilterBody) : this._def.known._parse(input);
  }
}

/**
 * Returns the filters that a PUT stores. The UI stores filters of other types, which an update must preserve unchanged
 * (docs/internals/api-behavior.md 4.5).
 * @param filters the filters of all dashboards
 */
export function updateFilters(filters: readonly Readonly<Record<string, unknown>>[], version: EmulatedVersion) {
  const stored = filters.filter((filter) => isOfOtherType(filter, version));
  return z.array(new KnownOrStoredFilter({ stored, known: knownFilter[version] }));
}

const TYPES = perVersion((version): readonly unknown[] =>
  version < "2.38" ? ["QUERY_EXPRESSION"] : ["QUERY_EXPRESSION", "STATIC_LIST", "PROMETHEUS_LABEL"],
);

/** Returns true if only the UI can create the filter. Such a filter is stored and shown without checks. */
export function isOfOtherType({ type }: { type?: unknown }, version: EmulatedVersion): boolean {
  return type !== undefined && !TYPES[version].includes(type);
}

/** Omits the fields of a required filter if the filter is not required (docs/internals/api-behavior.md 6.3). */
export function echoFilter(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { minSelections, isGlobalRequirement: _, ...optional } = filter;
  return Number(minSelections) > 0 ? filter : optional;
}

/** Checks each rule for all filters before it checks the next rule. */
export function checkFilters(filters: readonly FilterBody[], version: EmulatedVersion, ctx: z.RefinementCtx): void {
  const checked = [...filters.entries()].filter(([, filter]) => !isOfOtherType(filter, version));
  checkVariableNames(checked, ctx);
  for (const [index, filter] of checked) {
    if (broadcasts(filter) || isVariable(filter)) {
      continue;
    }
    const message = `Filter "${filter.name}" must broadcast its value, be available as a variable, or both`;
    addProblem(ctx, message, "filters", index, "isBroadcastEnabled");
  }
  for (const [index, filter] of checked) {
    checkUnusedFields(filter, index, ctx);
  }
  for (const [index, { name: title, options = [] }] of checked) {
    const seen = new Set<string>();
    const repeated = options.find((option) => seen.size === seen.add(option).size);
    if (repeated !== undefined) {
      const message = `Filter "${title}" repeats the option "${repeated}"; options must be unique`;
      addProblem(ctx, message, "filters", index, "options");
    }
  }
}

const broadcasts = (filter: FilterBody): boolean => filter.isBroadcastEnabled !== false;

const isVariable = (filter: FilterBody): boolean => filter.isVariableEnabled === true;

/** Checks that the names of variables are unique. */
function checkVariableNames(filters: readonly [number, FilterBody][], ctx: z.RefinementCtx): void {
  const taken = new Set<string>();
  for (const [index, filter] of filters) {
    if (!isVariable(filter)) {
      continue;
    }
    const name = filter.variableName?.trim() || derivedName(filter.name);
    const refuse = (message: string) => addProblem(ctx, message, "filters", index, "variableName");
    if (!name) {
      refuse(`Variable name is required for filter "${filter.name}"`);
    } else if (taken.has(name)) {
      refuse(`Variable names must be unique: "${name}"`);
    }
    taken.add(name);
  }
}

/**
 * Derives the name of a variable from the display name. White space becomes underscores, and other invalid characters
 * are removed. A name that does not start with a letter gets the prefix `v`.
 */
function derivedName(name: string): string {
  const legal = name
    .trim()
    .replace(/\s+/g, "_")
    .replace(/[^A-Za-z0-9_]+/g, "");
  return /^[0-9_]/.test(legal) ? `v${legal}` : legal;
}

/** Rejects fields that have no effect in the filter's mode. */
function checkUnusedFields(filter: FilterBody, index: number, ctx: z.RefinementCtx): void {
  const title = `Filter "${filter.name}"`;
  if (filter.variableName !== undefined && !isVariable(filter)) {
    const hint = "set isVariableEnabled to true or drop variableName";
    const message = `${title} sets variableName but is not available as a variable; ${hint}`;
    addProblem(ctx, message, "filters", index, "variableName");
  }
  if ((filter.appliesToSourceIds ?? []).length > 0 && !broadcasts(filter)) {
    const hint = "set isBroadcastEnabled to true or drop appliesToSourceIds";
    const message = `${title} sets appliesToSourceIds but does not broadcast its value; ${hint}`;
    addProblem(ctx, message, "filters", index, "appliesToSourceIds");
  }
}
