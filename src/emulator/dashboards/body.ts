import { z } from "zod/v3";
import { custom } from "../validation";
import { containers } from "./containers";
import { knownFilters, newFilters } from "./filters";
import { tiles } from "./tile";

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

interface SavedQuery {
  savedQuery?: string | null;
  savedQueryLanguage?: string | null;
}

function checkSavedQuery(body: SavedQuery, ctx: z.RefinementCtx): void {
  if (body.savedQuery == null || body.savedQueryLanguage !== null) return;
  const message = "savedQueryLanguage cannot be null when savedQuery is provided";
  ctx.addIssue({ code: custom, path: ["savedQueryLanguage"], message });
}

/** Body of POST and validate (docs/internals/api-behavior.md 4.1, 4.3). */
export const createBody = common.extend({ filters: newFilters.optional() }).superRefine(checkSavedQuery);

/** Body of PUT: filters carry ids. */
export const updateBody = common.extend({ filters: knownFilters.optional() }).superRefine(checkSavedQuery);

export type CreateBody = z.infer<typeof createBody>;
export type UpdateBody = z.infer<typeof updateBody>;

interface SavedQueryFields {
  savedQuery?: string | null;
  savedQueryLanguage?: string | null;
}

/** The language to store, or undefined to leave what is stored (docs/internals/api-behavior.md 4.1, 4.2). */
export function resolveLanguage({ savedQuery, savedQueryLanguage }: SavedQueryFields): string | null | undefined {
  if (savedQuery === null) return null;
  if (savedQueryLanguage !== undefined) return savedQueryLanguage;
  return savedQuery ? "lucene" : undefined;
}
