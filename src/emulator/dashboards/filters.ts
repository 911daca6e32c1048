import { isDeepStrictEqual } from "node:util";
import { z } from "zod/v3";
import { addProblem, objectIdText } from "../refusal";
import { metricTypeBody } from "./chart-fields";

/** Fields of a filter without its id. Problems are listed in this order, as the server does. */
const fields = {
  type: z.enum(["QUERY_EXPRESSION"]),
  name: z.string().min(1),
  expression: z.string().min(1),
  sourceMetricType: metricTypeBody.optional(),
  where: z.string().optional(),
  whereLanguage: z.enum(["sql", "lucene"]).optional(),
  appliesToSourceIds: z.array(z.string().min(1)).optional(),
  isBroadcastEnabled: z.boolean().optional(),
  isVariableEnabled: z.boolean().optional(),
  variableName: z
    .string()
    .max(64)
    .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/)
    .optional(),
  sourceId: objectIdText,
};

/** Filters of POST and validate, which reject `id` as an unknown key (docs/internals/api-behavior.md 4.3, 4.5). */
export const newFilters = z.array(z.object(fields).strict());

/** A filter of PUT: an `id` is required. */
const knownFilter = z.object({ id: z.string(), ...fields }).strict();

type KnownFilter = z.infer<typeof knownFilter>;

/** Accepts stored filters of other types as they are, and checks all others. */
class KnownOrStoredFilter extends z.ZodType<KnownFilter, z.ZodTypeDef & { stored: readonly unknown[] }> {
  override _parse(input: z.ParseInput): z.ParseReturnType<KnownFilter> {
    const isStored = this._def.stored.some((filter) => isDeepStrictEqual(filter, input.data));
    return isStored ? z.OK(input.data as KnownFilter) : knownFilter._parse(input);
  }
}

/**
 * Filters of PUT. The UI stores filters of other types, which an update must preserve unchanged
 * (docs/internals/api-behavior.md 4.5).
 * @param stored the filters of all dashboards
 */
export function updateFilters(stored: readonly Readonly<Record<string, unknown>>[]) {
  return z.array(new KnownOrStoredFilter({ stored: stored.filter(isOfOtherType) }));
}

/** Returns true if only the UI can create the filter. Such a filter is stored and shown without checks. */
export function isOfOtherType({ type }: Readonly<Record<string, unknown>>): boolean {
  return type !== undefined && !fields.type.safeParse(type).success;
}

type FilterBody = z.infer<typeof newFilters>[number];

/**
 * Checks the rules about complete filters and several filters. Each rule is checked for all filters before the next
 * rule.
 */
export function checkFilters(filters: readonly FilterBody[], ctx: z.RefinementCtx): void {
  checkVariableNames(filters, ctx);
  filters.forEach((filter, index) => {
    if (isOfOtherType(filter) || broadcasts(filter) || isVariable(filter)) {
      return;
    }
    const message = `Filter "${filter.name}" must broadcast its value, be available as a variable, or both`;
    addProblem(ctx, message, "filters", index, "isBroadcastEnabled");
  });
  for (const [index, filter] of filters.entries()) {
    if (!isOfOtherType(filter)) {
      checkUnusedFields(filter, index, ctx);
    }
  }
}

const broadcasts = (filter: FilterBody): boolean => filter.isBroadcastEnabled !== false;

const isVariable = (filter: FilterBody): boolean => filter.isVariableEnabled === true;

/** Checks that the names of variables are unique. */
function checkVariableNames(filters: readonly FilterBody[], ctx: z.RefinementCtx): void {
  const taken = new Set<string>();
  filters.forEach((filter, index) => {
    if (isOfOtherType(filter) || !isVariable(filter)) {
      return;
    }
    const name = filter.variableName?.trim() || derivedName(filter.name);
    const refuse = (message: string) => addProblem(ctx, message, "filters", index, "variableName");
    if (!name) {
      refuse(`Variable name is required for filter "${filter.name}"`);
    } else if (taken.has(name)) {
      refuse(`Variable names must be unique: "${name}"`);
    }
    taken.add(name);
  });
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
