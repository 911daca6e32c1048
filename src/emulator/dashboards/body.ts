import { z } from "zod/v3";
import { addProblem } from "../refusal";
import type { StoredDashboard } from "../state";
import { checkContainers, containers } from "./containers";
import { checkFilters, newFilters, updatedFilters } from "./filters";
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

const createFields = common.extend({ filters: newFilters.optional() });

type SavedQuery = Partial<Pick<StoredDashboard, "savedQuery" | "savedQueryLanguage">>;

/** Checks the rules between fields. The server checks them only if all fields have the right type. */
function checkWhole(body: z.infer<typeof createFields>, ctx: z.RefinementCtx): void {
  if (body.savedQuery != null && body.savedQueryLanguage === null) {
    addProblem(ctx, "savedQueryLanguage cannot be null when savedQuery is provided", "savedQueryLanguage");
  }
  checkContainers(body.containers ?? [], ctx);
  checkFilters(body.filters ?? [], ctx);
}

/** Body of POST and validate (docs/internals/api-behavior.md 4.1, 4.3). */
export const dashboardCreateRequest = createFields.superRefine(checkWhole);

/** Body of PUT: filters carry ids. */
export function dashboardUpdateRequest(
  stored: readonly StoredDashboard[],
): z.ZodType<z.infer<typeof createFields>, z.ZodTypeDef, unknown> {
  const filters = updatedFilters(stored.flatMap((dashboard) => dashboard.filters ?? []));
  return common.extend({ filters: filters.optional() }).superRefine(checkWhole);
}

/** Returns the language to store, or undefined to keep the stored one (docs/internals/api-behavior.md 4.1, 4.2). */
export function resolveLanguage({ savedQuery, savedQueryLanguage }: SavedQuery): string | null | undefined {
  if (savedQuery === null) {
    return null;
  }
  if (savedQueryLanguage !== undefined) {
    return savedQueryLanguage;
  }
  return savedQuery ? "lucene" : undefined;
}
