import { z } from "zod/v3";
import { objectOperations } from "../object-operations";
import { bare, type EmulatorOperation, withoutTeam } from "../operation";
import { type EmulatedVersion, perVersion } from "../options";
import { addProblem, badRequest, notFoundText } from "../refusal";
import type { StoredDashboard } from "../state";
import { checkContainers, containers } from "./containers";
import { echoDashboard } from "./echo";
import { checkFilters, type FilterBody, isOfOtherType, newFilters, updateFilters } from "./filters";
import { dropOrphanedAlerts, findReferenceProblem } from "./references";
import { compact, convertTile, referringTile, tiles, withIds } from "./tile";

/** Operations except validate (docs/internals/api-behavior.md 4). The list is sorted by name, descending. */
export const dashboardOperations = objectOperations({
  path: "/dashboards",
  forbidden: withoutTeam.text,
  notFound: notFoundText(),
  objects: ({ dashboards }) => dashboards,
  order: (a, b) => (a.name < b.name ? 1 : a.name > b.name ? -1 : 0),
  hasRevisions: true,
  isUntimed: true,
  show: (dashboard, { switches }) => echoDashboard(dashboard, switches),
  body: ({ serverVersion }) => dashboardCreateRequest[serverVersion],
  updateBody: ({ store, serverVersion }) => {
    const stored = store.dashboards.all().flatMap(({ filters }) => filters ?? []);
    return dashboardRequest(serverVersion, updateFilters(stored, serverVersion));
  },

  isBodyFirst: true,
  write({ store, serverVersion }, body, stored) {
    const containers = body.containers ?? stored?.containers ?? [];
    const filters = (body.filters ?? []).filter((filter) => !isOfOtherType(filter, serverVersion));
    const problem = findReferenceProblem({ tiles: body.tiles.map(referringTile), filters, containers }, store, stored);
    if (problem) {
      throw badRequest(problem);
    }
    const language = resolveLanguage(body);
    const written = {
      name: body.name,
      tiles: withIds(body.tiles.map(convertTile), stored?.tiles, store),
      tags: body.tags ? [...new Set(body.tags)] : (stored?.tags ?? []),
      filters: body.filters ? withIds(body.filters, stored?.filters, store) : (stored?.filters ?? []),
      savedQuery: body.savedQuery === undefined ? (stored?.savedQuery ?? null) : body.savedQuery,
      savedQueryLanguage: language === undefined ? (stored?.savedQueryLanguage ?? null) : language,
      savedFilterValues: body.savedFilterValues ?? stored?.savedFilterValues ?? [],
      containers,
    };
    if (stored) {
      dropOrphanedAlerts({ ...written, id: stored.id }, store);
    }
    return compact(written);
  },

  onDelete({ store }, { id }) {
    store.alerts.removeWhere((alert) => alert.source === "tile" && alert.dashboardId === id);
  },
  deletesAbsent: ({ switches }) => !switches.absentDashboardDelete404,
});

/** `POST /dashboards/validate`: validates a create body and stores nothing (docs/internals/api-behavior.md 4.10). */
export const validateDashboard: EmulatorOperation = {
  method: "post",
  path: "/dashboards/validate",
  body: ({ serverVersion }) => dashboardCreateRequest[serverVersion],
  handle(scope, { body }) {
    if (!scope.user.teamId) {
      throw withoutTeam.text;
    }
    const parsed = dashboardCreateRequest[scope.serverVersion].safeParse(body);
    const { tiles = [], filters = [], containers = [] } = parsed.data ?? {};
    const problem = findReferenceProblem({ tiles: tiles.map(referringTile), filters, containers }, scope.store);
    const issues = parsed.error?.issues ?? (problem ? [{ path: [], message: problem }] : []);
    const errors = issues.map(({ path, message }) => ({ path: path.join("."), message }));
    return bare({ valid: errors.length === 0, errors, normalized: errors.length === 0 ? parsed.data : null });
  },
};

const savedCondition = z.object({
  type: z.literal("sql").optional().default("sql"),
  condition: z.string().max(10000),
});

const savedVariable = z
  .object({ type: z.literal("variable"), name: z.string().min(1), values: z.array(z.string()) })
  .strict();

/** A saved value of a filter: a condition, or the values of a variable (docs/internals/api-behavior.md 6.3). */
const savedFilterValue = z.custom<{ type?: unknown } | null>().transform((value, ctx) => {
  const { data, error } = (value?.type === "variable" ? savedVariable : savedCondition).safeParse(value);
  error?.issues.forEach(ctx.addIssue);
  return data;
});

const common = perVersion((version) =>
  z.object({
    name: z.string().max(1024),
    tiles: tiles[version],
    tags: z.array(z.string().max(32)).max(50).optional(),
    savedQuery: z.string().nullable().optional(),
    savedQueryLanguage: z.enum(["sql", "lucene", "promql"]).nullable().optional(),
    savedFilterValues: z.array(version < "2.38" ? savedCondition : savedFilterValue).optional(),
    containers: containers.optional(),
  }),
);

/** Returns the schema of a body. The server checks the rules between fields only if all fields have the right type. */
function dashboardRequest(version: EmulatedVersion, filters: z.ZodType<FilterBody[], z.ZodTypeDef, unknown>) {
  return common[version].extend({ filters: filters.optional() }).superRefine((body, ctx) => {
    if (body.savedQuery != null && body.savedQueryLanguage === null) {
      addProblem(ctx, "savedQueryLanguage cannot be null when savedQuery is provided", "savedQueryLanguage");
    }
    checkContainers(body.containers ?? [], ctx);
    checkFilters(body.filters ?? [], version, ctx);
  });
}

/** Body of POST and validate (docs/internals/api-behavior.md 4.1, 4.3). */
const dashboardCreateRequest = perVersion((version) => dashboardRequest(version, newFilters[version]));

type SavedQuery = Partial<Pick<StoredDashboard, "savedQuery" | "savedQueryLanguage">>;

/** Returns the language to store; undefined for the stored one (docs/internals/api-behavior.md 4.1, 4.2). */
function resolveLanguage({ savedQuery, savedQueryLanguage }: SavedQuery): string | null | undefined {
  if (savedQueryLanguage !== undefined) {
    return savedQueryLanguage;
  }
  return savedQuery ? "lucene" : savedQuery === null ? null : undefined;
}
