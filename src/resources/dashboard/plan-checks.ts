import { createHash } from "node:crypto";
import { abandonable } from "../../client/abort";
import type { CallOptions } from "../../client/collections/collection";
import { ApiError, ClientError } from "../../client/http/errors";
import type { Fields } from "../../declaration/field";
import { shapeOf } from "../../declaration/shape";
import { ownValue } from "../../own-values";
import { type AttributePath, containsUnknown, type Diagnostic, isUnknown, type ObjectValue } from "../../plugin";
import type { Locate } from "../handlers/report-failure";
import type { Call, Session } from "../handlers/session";
import { attributePathOf, attributeText, fromTerraform } from "../handlers/terraform-form";
import type { DashboardBody, DashboardCollection, DashboardValidation, ValidationFinding } from "./api";
import type { DashboardDeclaration } from "./declaration";
import { createBody, DASHBOARD, placesOf, withoutOtherFields } from "./mapping";
import { lossOf, type PlannedTiles } from "./planned-dashboards";
import { tileConfig } from "./tiles/tile-config";

/**
 * As many dashboards as a plan asks about. Every question is a request that the apply then lacks
 * (docs/internals/api-behavior.md 1.6, 3.3).
 */
const MAX_CHECKED_DASHBOARDS = 20;

/**
 * Asks the server about dashboards that a plan creates or changes. Each body is asked about once, and nothing more is
 * asked where the server turns out to lack the operation, or once something is being applied: then the write itself is
 * the check.
 */
export class DashboardCheck {
  readonly #verdicts = new Map<string, Promise<DashboardValidation | undefined>>();
  readonly #refreshed = new Set<string>();
  #isOffered: Promise<boolean> | undefined;
  #isApplying = false;
  #hasLeftOut = false;

  constructor(private readonly dashboards: Pick<DashboardCollection, "validate">) {}

  /** A plan refreshes what it plans; an apply, which plans everything once more, does not. */
  refreshed(dashboardId: string): void {
    this.#refreshed.add(dashboardId);
  }

  applying(): void {
    this.#isApplying = true;
  }

  /**
   * The server's verdict; undefined where it was not asked or cannot tell. The first dashboard too many is told from
   * the others, so that a plan says it once.
   * @param dashboardId of a dashboard that exists.
   */
  async of(
    body: DashboardBody,
    dashboardId: string | undefined,
    { signal }: CallOptions,
  ): Promise<DashboardValidation | "first left out" | undefined> {
    if (this.#isApplying || (dashboardId !== undefined && !this.#refreshed.has(dashboardId))) {
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
   * The first question also tells whether the server takes any; those that come meanwhile wait for that. Others may
   * wait for the response to this one, so no caller's signal ends it; the client's own does.
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

/** What the server decides by itself, and so what may be unknown in a plan. */
const SERVER_FIELDS = ["id", "tile_ids", "url", "other_fields"];

/** Ids in the server's sentences. */
const IDS = /\b[0-9a-f]{24}\b/g;

/**
 * Rules that an update checks for new and changed tiles only, but that the validation checks for all
 * (docs/internals/api-behavior.md 4.9).
 */
const ONLY_FOR_CHANGED_TILES = /^(Heatmap tiles|Tiles with formulas) require /;

const LEFT_OUT: Diagnostic = {
  severity: "warning",
  summary: "Not every dashboard was checked by the server",
  detail:
    `A plan lets the server check ${MAX_CHECKED_DASHBOARDS} new or changed dashboards, so that the apply still has its share of the rate limit. ` +
    "The others are checked by the declarations now and by the server when they are written.",
};

/**
 * What the server says to a planned dashboard, before anything is written (docs/internals/api-behavior.md 4.10). Says
 * nothing while a part of the dashboard is not known. A server that cannot respond is no reason to refuse a plan.
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
  if (!session.dashboardCheck || !isKnown) {
    return [];
  }
  try {
    const verdict = await session.dashboardCheck.of(createBody(withoutOtherFields(declared)), dashboardId, { signal });
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
      {
        severity: "warning",
        summary: "The server could not check the dashboard",
        detail: `The plan continues without this check. ${error.message}`,
      },
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

const CONFIG = shapeOf(tileConfig);

/** A dashboard that stays as it is, or that was just written, takes no alert away. */
export function keepAlerts(state: ObjectValue, session: Session): void {
  const tiles = tilesOf(state);
  session.plannedDashboards.set(String(state.id), { before: tiles, after: tiles });
}

/**
 * Refuses a change that would take its tile from an alert which was planned already. Those planned later find out
 * themselves.
 */
export function alertsLostBy(state: ObjectValue, plan: ObjectValue, session: Session): readonly Diagnostic[] {
  if (isUnknown(plan.tiles)) {
    return [];
  }
  session.plannedDashboards.set(String(state.id), { before: tilesOf(state), after: tilesOf(plan) });
  return losses(String(state.id), ["tiles"], session);
}

/** Refuses to destroy a dashboard while an alert stays that watches it. */
export function alertsLostWith(state: ObjectValue, session: Session): readonly Diagnostic[] {
  session.plannedDashboards.set(String(state.id), { before: tilesOf(state), after: undefined });
  return losses(String(state.id), undefined, session);
}

function losses(dashboardId: string, path: AttributePath | undefined, session: Session): readonly Diagnostic[] {
  const plan = session.plannedDashboards.of(dashboardId);
  return session.plannedDashboards.watchersOf(dashboardId).flatMap(({ tileId, title }) => {
    const loss = plan && lossOf(plan, tileId);
    if (!loss) {
      return [];
    }
    const detail = `This is about the alert ${title()}. ${loss.detail}`;
    return [{ severity: "error", summary: loss.summary, detail, ...(path && { path }) } as const];
  });
}

/** The tiles whose ids are known. */
function tilesOf({ tiles, tile_ids: tileIds }: ObjectValue): PlannedTiles {
  const entries = Object.entries((tiles ?? {}) as ObjectValue).flatMap(([key, tile]) => {
    const id = ownValue((tileIds ?? {}) as ObjectValue, key);
    if (typeof id !== "string") {
      return [];
    }
    const config = isUnknown(tile) ? tile : ((tile as ObjectValue | null)?.config ?? null);
    const known = isUnknown(config) ? {} : ((fromTerraform(CONFIG, config) ?? {}) as Fields);
    return [[id, { key, config: known }] as const];
  });
  return new Map(entries);
}
