import { createHash } from "node:crypto";
import type { CallOptions } from "../../client/collections/collection";
import { ApiError, ClientError } from "../../client/http/errors";
import { abandonable } from "../../client/waiting";
import { describeOtherValue } from "../../declaration/describe-refusal";
import type { FieldMeta } from "../../declaration/field";
import type { LeafShape, Shape } from "../../declaration/shape";
import {
  type AttributePath,
  containsUnknown,
  type Diagnostic,
  type ObjectValue,
  pathText,
  warning,
} from "../../plugin";
import { remember } from "../../remember";
import type { Locate } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import { attributePathOf } from "../shared/terraform-form";
import { partsWhere } from "../shared/validate-config";
import type { DashboardBody, DashboardCollection, DashboardValidation, ValidationFinding } from "./api";
import { dashboards } from "./api";
import type { DashboardDeclaration } from "./declaration";
import { DASHBOARD_SHAPE, dashboardCreateBody, placesOf, withoutOtherFields } from "./mapping";
import { plannedDashboards } from "./planned-dashboards";

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
 * Lets the server validate dashboards that a plan creates or changes. Each body is validated once. Validation stops if
 * the server does not support it, and after the first write, because writes are then the check.
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

/** Findings that an update limits to new and changed tiles (docs/internals/api-behavior.md 4.9). */
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
  const refusals = new Map(otherValuesIn(declared));
  const summary = `The server would refuse the dashboard "${declared.name}"`;
  if (places.length === 0) {
    return [{ severity, summary, detail: message }];
  }
  return places.map((place) => ({
    severity,
    summary,
    detail: place ? `${pathText(place)}: ${refusals.get(pathText(place)) ?? message}` : `${path}: ${message}`,
    ...(place && { path: place }),
  }));
}

/** Returns the refusals of values that this version does not know. The server does not always list the known ones. */
function otherValuesIn(declared: DashboardDeclaration): readonly (readonly [place: string, refusal: string])[] {
  const isOther = (_: FieldMeta, value: unknown, shape: Shape) =>
    "isOpen" in shape && shape.values?.includes(value as string) === false;
  return partsWhere(DASHBOARD_SHAPE, declared, isOther).map(({ path, shape, value, meta }) => [
    pathText(attributePathOf(DASHBOARD_SHAPE, path, declared)),
    describeOtherValue(shape as LeafShape, value, meta),
  ]);
}

/** Returns the places of the ids in a message, because the server reports only the id of a missing object. */
function placesOfIds(message: string, declared: DashboardDeclaration): readonly AttributePath[] {
  const words = message.split(/[\s,;"'`()]|[.:](?=\s|$)/);
  return placesOf(DASHBOARD_SHAPE, declared, (text) => words.includes(text))
    .filter((place) => /(?:^i|I)ds?$/.test(String(place.findLast((step) => typeof step === "string"))))
    .map((place) => attributePathOf(DASHBOARD_SHAPE, place, declared));
}
