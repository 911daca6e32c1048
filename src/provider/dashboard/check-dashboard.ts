import type { ValidationFinding } from "../../api";
import { ApiError, ClientError } from "../../api/errors";
import type { AttributePath, Diagnostic, ObjectValue } from "../../plugin";
import { containsUnknown } from "../../plugin";
import { type DashboardDeclaration, dashboard } from "../../schema/dashboard";
import { objectShapeOf } from "../../schema/shape";
import { attributePathOf, attributeText } from "../attribute-path";
import type { Locate } from "../report-failure";
import type { Session } from "../session";
import { createBody, withoutOtherFields } from "./dashboard-body";
import { MOST_CHECKED } from "./dashboard-check";
import { placesOf } from "./places-of";

const DASHBOARD = objectShapeOf(dashboard);

/** What the server decides by itself, and so what may be unknown in a plan. */
const SERVER_FIELDS = ["id", "tile_ids", "other_fields"];

/** Ids in the server's sentences. */
const IDS = /\b[0-9a-f]{24}\b/g;

/**
 * Rules that an update checks for new and changed tiles only, but that the validation checks for all (docs/internals/api-behavior.md 4.9).
 */
const ONLY_FOR_CHANGED_TILES = /^(Heatmap tiles|Tiles with formulas) require /;

const LEFT_OUT: Diagnostic = {
  severity: "warning",
  summary: "Not every dashboard was checked by the server",
  detail:
    `A plan lets the server check ${MOST_CHECKED} new or changed dashboards, so that the apply still has its share of the rate limit. ` +
    "The others are checked by the declarations now and by the server when they are written.",
};

/**
 * What the server says to a planned dashboard, before anything is written (docs/internals/api-behavior.md 4.10). Says nothing while a part
 * of the dashboard is not known. A server that cannot answer is no reason to refuse a plan.
 */
export async function checkDashboard(
  declared: DashboardDeclaration,
  plan: ObjectValue,
  dashboardId: string | undefined,
  locate: Locate,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const isKnown = Object.entries(plan).every(
    ([name, value]) => SERVER_FIELDS.includes(name) || !containsUnknown(value),
  );
  if (!session.dashboardCheck || !isKnown) return [];
  try {
    const verdict = await session.dashboardCheck.of(createBody(withoutOtherFields(declared)), dashboardId, { signal });
    if (verdict === "first left out") return [LEFT_OUT];
    if (!verdict || verdict.valid) return [];
    return verdict.errors.flatMap((finding) => diagnosticsOf(finding, declared, dashboardId !== undefined, locate));
  } catch (error) {
    if (error instanceof ApiError && error.isInvalidRequest && error.findings.length > 0)
      return error.findings.flatMap((finding) => diagnosticsOf(finding, declared, false, locate));
    if (!(error instanceof ClientError)) throw error;
    return [{ severity: "warning", summary: "The server could not check the dashboard", detail: error.message }];
  }
}

function diagnosticsOf(
  { path, message }: ValidationFinding,
  declared: DashboardDeclaration,
  isUpdate: boolean,
  locate: Locate,
): readonly Diagnostic[] {
  const severity = isUpdate && ONLY_FOR_CHANGED_TILES.test(message) ? "warning" : "error";
  const places = path === "" ? placesOfIds(message, declared) : [locate(path)];
  const summary = `The server would refuse the dashboard "${declared.name}"`;
  if (places.length === 0) return [{ severity, summary, detail: message }];
  return places.map((place) => ({
    severity,
    summary,
    detail: place ? `${attributeText(place)}: ${message}` : `${path}: ${message}`,
    ...(place && { path: place }),
  }));
}

/** Of a reference that leads nowhere the server says the id only. */
function placesOfIds(message: string, declared: DashboardDeclaration): readonly AttributePath[] {
  const ids: readonly string[] = message.match(IDS) ?? [];
  return placesOf(DASHBOARD, declared, (text) => ids.includes(text)).map((place) =>
    attributePathOf(DASHBOARD, place, declared),
  );
}
