import { z } from "zod/v3";
import { addProblem, objectId } from "../refusal";
import type { StoredDashboard } from "../state";
import { metricType } from "./chart-fields";
import { containers } from "./containers";
import { tiles } from "./tile";

const filterBody = z.object({
  type: z.literal("QUERY_EXPRESSION"),
  name: z.string().min(1),
  expression: z.string().min(1),
  sourceId: objectId,
  sourceMetricType: metricType.optional(),
  where: z.string().optional(),
  whereLanguage: z.enum(["sql", "lucene"]).optional(),
  appliesToSourceIds: z.array(z.string()).optional(),
  isBroadcastEnabled: z.boolean().optional(),
  isVariableEnabled: z.boolean().optional(),
  variableName: z
    .string()
    .max(64)
    .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/)
    .optional(),
});

type FilterBody = z.infer<typeof filterBody>;

/** Filters of POST and validate: an `id` is an unknown key and refused (docs/internals/api-behavior.md 4.3, 4.5). */
const newFilters = z.array(filterBody.strict()).superRefine(checkFilters);

/** Filters of PUT: an `id` is required. */
const knownFilters = z.array(filterBody.extend({ id: z.string() }).strict()).superRefine(checkFilters);

function checkFilters(filters: readonly FilterBody[], ctx: z.RefinementCtx): void {
  const taken = new Set<string>();
  filters.forEach((filter, index) => {
    const refuse = (field: string, message: string) => addProblem(ctx, message, index, field);
    checkModes(filter, refuse);
    if (!filter.isVariableEnabled) return;
    const name = filter.variableName ?? derivedName(filter.name);
    if (!name) refuse("variableName", `Variable name is required for filter "${filter.name}"`);
    else if (taken.has(name)) refuse("variableName", `Variable names must be unique: "${name}"`);
    taken.add(name);
  });
}

function checkModes(filter: FilterBody, refuse: (field: string, message: string) => void): void {
  const broadcasts = filter.isBroadcastEnabled !== false;
  const isVariable = filter.isVariableEnabled === true;
  const title = `Filter "${filter.name}"`;
  if (!broadcasts && !isVariable) {
    refuse("isBroadcastEnabled", `${title} must broadcast its value, be available as a variable, or both`);
  }
  if (filter.variableName !== undefined && !isVariable) {
    const hint = "set isVariableEnabled to true or drop variableName";
    refuse("variableName", `${title} sets variableName but is not available as a variable; ${hint}`);
  }
  if ((filter.appliesToSourceIds ?? []).length > 0 && !broadcasts) {
    const hint = "set isBroadcastEnabled to true or drop appliesToSourceIds";
    refuse("appliesToSourceIds", `${title} sets appliesToSourceIds but does not broadcast its value; ${hint}`);
  }
}

/** White space of the display name becomes underscores, other illegal characters go (API document, FilterInput). */
function derivedName(name: string): string {
  const underscored = name.replace(/\s+/g, "_").replace(/[^\w]/g, "");
  return underscored.replace(/^[\d_]+/, "").slice(0, 64);
}

const savedFilterValue = z.object({
  type: z.literal("sql").optional().default("sql"),
  condition: z.string().max(10000),
});

const common = z.object({
  name: z.string().max(1024),
  tiles,
  tags: z.array(z.string().max(32)).max(50).optional(),
  savedQuery: z.string().nullable().optional(),
  savedQueryLanguage: z.enum(["sql", "lucene", "promql"]).nullable().optional(),
  savedFilterValues: z.array(savedFilterValue).optional(),
  containers: containers.optional(),
});

type SavedQuery = Partial<Pick<StoredDashboard, "savedQuery" | "savedQueryLanguage">>;

function checkSavedQuery(body: SavedQuery, ctx: z.RefinementCtx): void {
  if (body.savedQuery == null || body.savedQueryLanguage !== null) return;
  addProblem(ctx, "savedQueryLanguage cannot be null when savedQuery is provided", "savedQueryLanguage");
}

/** Body of POST and validate (docs/internals/api-behavior.md 4.1, 4.3). */
export const createBody = common.extend({ filters: newFilters.optional() }).superRefine(checkSavedQuery);

/** Body of PUT: filters carry ids. */
export const updateBody = common.extend({ filters: knownFilters.optional() }).superRefine(checkSavedQuery);

/** The language to store, or undefined to leave what is stored (docs/internals/api-behavior.md 4.1, 4.2). */
export function resolveLanguage({ savedQuery, savedQueryLanguage }: SavedQuery): string | null | undefined {
  if (savedQuery === null) return null;
  if (savedQueryLanguage !== undefined) return savedQueryLanguage;
  return savedQuery ? "lucene" : undefined;
}
