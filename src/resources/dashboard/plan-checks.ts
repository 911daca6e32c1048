import { createHash } from "node:crypto";
import type { CallOptions } from "../../client/collections/collection";
import { ApiError, ClientError } from "../../client/http/errors";
import { abandonable } from "../../client/waiting";
import type { DeclaredFields } from "../../declaration/field";
import { shapeOf } from "../../declaration/shape";
import { ownValue } from "../../own-values";
import {
  type AttributePath,
  containsUnknown,
  type Diagnostic,
  isUnknownValue,
  type ObjectValue,
  pathText,
  warning,
} from "../../plugin";
import { remember } from "../../remember";
import type { Locate } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import { attributePathOf, fromTerraform } from "../shared/terraform-form";
import type { DashboardBody, DashboardCollection, DashboardValidation, ValidationFinding } from "./api";
import { dashboards } from "./api";
import type { DashboardDeclaration } from "./declaration";
import { DASHBOARD_SHAPE, dashboardCreateBody, placesOf, withoutOtherFields } from "./mapping";
import { lossOf, type PlannedTiles, plannedDashboards } from "./planned-dashboards";
import { tileConfigField } from "./tiles/tile-config";

/**
 * Maximum number of dashboards that the server checks per plan. Each check takes a request from the rate limit of the
 * apply (docs/internals/api-behavior.md 1.6, 3.3).
 */
const MAX_CHECKED_DASHBOARDS = 20;

/** Returns the check of planned dashboards; undefined when the server must not check them. */
export const dashboardCheck = remember(({ client, validateOnPlan }: Session) =>
  validateOnPlan ? new DashboardCheck(client.collection(dashboards)) : undefined,
);

/**
 * Lets the server validate dashboards that a plan creates or changes. Each body is validated once. Validation stops
 * where the server does not support it, and after the first write: then the write itself is the check.
 */
export class DashboardCheck {
  readonly #verdicts = new Map<string, Promise<DashboardValidation | undefined>>();
  #isOffered: Promise<boolean> | undefined;
  #isApplying = false;
  #hasLeftOut = false;

  constructor(private readonly dashboards: Pick<DashboardCollection, "validate">) {}

  applying(): void {
    this.#isApplying = true;
  }

  /**
   * Returns the server's validation; undefined if the server was not asked or cannot validate. The first dashboard
   * over the limit is reported separately, so that a plan warns once.
   */
  async of(body: DashboardBody, { signal }: CallOptions): Promise<DashboardValidation | "first left out" | undefined> {
    if (this.#isApplying) {
      return undefined;
    }
    const key = createHash("sha256").update(JSON.stringify(body)).digest("base64");
    if (!this.#verdicts.has(key) && this.#verdicts.size >= MAX_CHECKED_DASHBOARDS) {
      const isFirst = !this.#hasLeftOut;
      this.#hasLeftOut = true;
      return isFirst ? "first left out" : undefined;
    }
    const verdict = this.#verdicts.get(key) ?? this.#ask(body);
    this.#verdicts.set(key, verdict);
    return abandonable(verdict, signal);
  }

  /**
   * Sends a validation request. The first response also shows if the server supports validation; concurrent requests
   * wait for it. Other callers share the response, so only the client's own signal aborts it.
   */
  async #ask(body: DashboardBody): Promise<DashboardValidation | undefined> {
    if (this.#isOffered) {
      return (await this.#isOffered) ? this.dashboards.validate(body) : undefined;
    }
    const first = this.dashboards.validate(body);
    this.#isOffered = first.then(
      (verdict) => verdict !== undefined,
      () => true,
    );
    return first;
  }
}

/** Attributes that the server sets, which may be unknown in a plan. */
const SERVER_FIELDS = ["id", "tile_ids", "url", "other_fields"];

/** Updates check these for new and changed tiles, validation for all (docs/internals/api-behavior.md 4.9). */
const ONLY_FOR_CHANGED_TILES = /^(Heatmap tiles|Tiles with formulas) require /;

const LEFT_OUT: Diagnostic = warning(
  "Not every dashboard was checked by the server",
  `A plan lets the server check up to ${MAX_CHECKED_DASHBOARDS} new or changed dashboards, to keep requests of the rate limit for the apply. ` +
    "The provider checks the others against their declarations now, and the server checks them when they are written.",
);

/**
 * Returns the server's findings for a planned dashboard, before any write (docs/internals/api-behavior.md 4.10). Skips
 * the check while a part of the dashboard is unknown. A failed request does not fail the plan.
 */
export async function checkDashboard(
  declared: DashboardDeclaration,
  plan: ObjectValue,
  dashboardId: string | undefined,
  locate: Locate,
  { session, signal }: Call,
): Promise<readonly Diagnostic[]> {
  const isKnown = Object.entries(plan).every(
    ([name, value]) => SERVER_FIELDS.includes(name) || !containsUnknown(value),
  );
  const check = dashboardCheck(session);
  const isPlan = dashboardId === undefined || plannedDashboards(session).refreshed.has(dashboardId);
  if (!check || !isKnown || !isPlan) {
    return [];
  }
  try {
    const verdict = await check.of(dashboardCreateBody(withoutOtherFields(declared)), { signal });
    if (verdict === "first left out") {
      return [LEFT_OUT];
    }
    if (!verdict || verdict.valid) {
      return [];
    }
    return verdict.errors.flatMap((finding) => diagnosticsOf(finding, declared, dashboardId !== undefined, locate));
  } catch (error) {
    if (error instanceof ApiError && error.kind === "invalid_request" && error.findings.length > 0) {
      return error.findings.flatMap((finding) => diagnosticsOf(finding, declared, false, locate));
    }
    if (!(error instanceof ClientError)) {
      throw error;
    }
    return [
      warning("The server could not check the dashboard", `The plan continues without this check. ${error.message}`),
    ];
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
  if (places.length === 0) {
    return [{ severity, summary, detail: message }];
  }
  return places.map((place) => ({
    severity,
    summary,
    detail: place ? `${pathText(place)}: ${message}` : `${path}: ${message}`,
    ...(place && { path: place }),
  }));
}

/** Returns the places of the ids in a message, because the server reports only the id of a missing object. */
function placesOfIds(message: string, declared: DashboardDeclaration): readonly AttributePath[] {
  const words = message.split(/[\s,;"'`()]|[.:](?=\s|$)/);
  return placesOf(DASHBOARD_SHAPE, declared, (text) => words.includes(text))
    .filter((place) => /(?:^i|I)ds?$/.test(String(place.findLast((step) => typeof step === "string"))))
    .map((place) => attributePathOf(DASHBOARD_SHAPE, place, declared));
}

const CONFIG = shapeOf(tileConfigField);

/** Notes a dashboard that the plan does not change, or that was just written: it loses no alert. */
export function keepAlerts(state: ObjectValue, session: Session): void {
  const tiles = tilesOf(state);
  plannedDashboards(session).plans.set(String(state.id), { before: tiles, after: tiles });
}

/** Refuses to remove the tile of an alert that was planned earlier. Alerts that are planned later check this. */
export function alertsLostBy(state: ObjectValue, plan: ObjectValue, session: Session): readonly Diagnostic[] {
  if (isUnknownValue(plan.tiles)) {
    return [];
  }
  plannedDashboards(session).plans.set(String(state.id), { before: tilesOf(state), after: tilesOf(plan) });
  return losses(String(state.id), ["tiles"], session);
}

/** Refuses to destroy a dashboard while the plan keeps an alert that watches it. */
export function alertsLostWith(state: ObjectValue, session: Session): readonly Diagnostic[] {
  plannedDashboards(session).plans.set(String(state.id), { before: tilesOf(state), after: undefined });
  return losses(String(state.id), undefined, session);
}

function losses(dashboardId: string, path: AttributePath | undefined, session: Session): readonly Diagnostic[] {
  const { plans, watchers } = plannedDashboards(session);
  const plan = plans.get(dashboardId);
  return (watchers.get(dashboardId) ?? []).flatMap(({ tileId, title }): Diagnostic[] => {
    const loss = plan && lossOf(plan, tileId);
    if (!loss) {
      return [];
    }
    const detail = `The alert is ${title()}. ${loss.detail}`;
    return [{ severity: "error", summary: loss.summary, detail, ...(path && { path }) }];
  });
}

/** Returns the tiles with known ids. */
function tilesOf({ tiles, tile_ids: tileIds }: ObjectValue): PlannedTiles {
  const entries = Object.entries((tiles ?? {}) as ObjectValue).flatMap(([key, tile]) => {
    const id = ownValue((tileIds ?? {}) as ObjectValue, key);
    if (typeof id !== "string") {
      return [];
    }
    const config = isUnknownValue(tile) ? tile : ((tile as ObjectValue | null)?.config ?? null);
    const known = isUnknownValue(config) ? {} : ((fromTerraform(CONFIG, config) ?? {}) as DeclaredFields);
    return [[id, { key, config: known }] as const];
  });
  return new Map(entries);
}
