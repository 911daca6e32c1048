import { type DeclaredFields, isPlainObject } from "../declaration/field";
import type { ALERT_SYNONYMS } from "../resources/declarations";
import { alert, findAlertProblem } from "../resources/declarations";
import type {
  AlertChannelDeclaration,
  AlertDeclaration,
  LineAlertChart,
  TileConfig,
} from "../resources/declared-types";
import type { AlertableDisplayType } from "../tile-kinds";
import type { Synonyms, Use, WithHints } from "./compiler-hint";
import { eachOf, isUnknownProp, type MetaArguments, toKnownTexts } from "./declared";
import { managedClass } from "./declared-resource";
import { ExistingAlert } from "./existing";
import { TerraformElement, Token } from "./framework";
import { codeOf, type PropForms } from "./prop-forms";
import { RECEIVER, RECEIVERS } from "./receivers";
import { ExistingSavedSearch, SavedSearch } from "./saved-search";
import type { Threshold } from "./threshold";
import type { Tile } from "./tile";
import { TileReference } from "./tile-board";
import { ExistingWebhook, Webhook } from "./webhook";

/** Length of one evaluation window. */
export type AlertInterval = AlertDeclaration["interval"];

/** Tile that an alert can watch, or whose kind is unknown to the types. */
export type AlertableTile = { [D in AlertableDisplayType]: TileReference<D> }[AlertableDisplayType];

/** Chart of an alert without a dashboard: `tile.line({ source: logs, select: [count()] })`. */
export type AlertChartTile = {
  [D in AlertableDisplayType]: Tile<D> & Partial<ChartFilter>;
}[AlertableDisplayType];

/** Filter for all values of a chart. */
export type ChartFilter = Readonly<Required<Pick<LineAlertChart, "where">>> &
  Readonly<Pick<LineAlertChart, "whereLanguage">>;

/**
 * Adds a filter for all values to the chart of an alert:
 * `on: filtered(tile.line({ ... }), { where: "ServiceName:api" })`.
 * @param chart the chart, such as `tile.line({ source: logs, select: [count()] })`
 * @param filter condition of the events, and its language
 */
export function filtered<T extends AlertChartTile>(chart: T, filter: ChartFilter): T & ChartFilter {
  return { ...chart, ...filter };
}

/** A saved search that an alert watches. */
export interface SavedSearchReference
  extends Readonly<Required<Pick<AlertDeclaration, "savedSearchId">>>,
    Readonly<Pick<AlertDeclaration, "groupBy">> {}

/** Receiver of an alert: a webhook, or a channel in the API's form. */
export type AlertTarget = Webhook | ExistingWebhook | AlertChannelDeclaration;

/** Props of an alert. */
export type AlertProps = WithHints<
  AcceptedProps,
  {
    on: "dashboard.tile(key), savedSearch or tile.line({ ... })";
    when: "above(100), below(10), outside(10, 20) or another condition";
    schedule: "startingAt(moment) or offsetBy(minutes)";
  }
> &
  Synonyms<typeof ALERT_SYNONYMS>;

/** Props that a program can pass. */
type AcceptedProps = Pick<
  AlertDeclaration,
  "name" | "displayName" | "tags" | "message" | "note" | "numConsecutiveWindows" | "extraFields"
> &
  MetaArguments & {
    /**
     * Object to watch: `dashboard.tile(key)`, a saved search, or an inline chart such as
     * `tile.line({ source: logs, select: [count()] })`. Inline charts require an open-source server of version
     * 2.38 or later.
     */
    readonly on: AlertableTile | AlertChartTile | SavedSearchReference | SavedSearch | ExistingSavedSearch;
    /**
     * Condition that makes the alert fire, such as `above(100)` or `outside(10, 20)`. The threshold has the unit of the
     * watched value.
     */
    readonly when: Threshold;
    /**
     * Length of one evaluation window, such as `5m`. `30s` requires a managed server and a team that has enabled it.
     */
    readonly every: AlertInterval;
    /**
     * One to ten receivers: a webhook, such as `Webhook.byName(this, "Slack")`, a channel in the API's form, or a list of
     * them.
     */
    readonly notify:
      | AlertTarget
      | Use<"Webhook.byName(this, NAME)">
      | readonly (AlertTarget | Use<"Webhook.byName(this, NAME)">)[];
    /**
     * Start of the evaluation windows: `startingAt(moment)` or `offsetBy(minutes)`. Default: aligned to multiples of
     * the interval.
     */
    readonly schedule?: Schedule;
  };

/**
 * A managed ClickStack alert on a dashboard tile, a saved search, or an inline chart. `Alert.byName` and `Alert.byId`
 * look up an existing one.
 */
export class Alert extends managedClass("clickstack_alert", alert, ExistingAlert)<AlertProps> {
  protected override get forms(): PropForms {
    return ALERT_FORMS;
  }

  protected override toDeclared({ on, when, every, notify, schedule, ...fields }: AcceptedProps): AlertDeclaration {
    return {
      ...fields,
      ...toWatchedFields(on),
      ...when,
      interval: every,
      channels: eachOf(listOf(notify) as readonly AlertTarget[], toChannel),
      ...schedule,
    };
  }

  /**
   * Returns an error for a tile that an alert cannot watch. In TypeScript, the types reject most of these tiles. This
   * check is required for JavaScript, and for SQL without an interval.
   */
  protected override findProblems({ on }: AcceptedProps): readonly string[] {
    if (!(on instanceof TileReference)) {
      return isChart(on) ? findPlacementProps(on) : [];
    }
    const problem = on.config && findAlertProblem(knownFieldsOf(on.config));
    return problem
      ? [`on: The tile "${on.key}" of ${on.dashboardPath} cannot be watched. ${problem.summary}. ${problem.detail}`]
      : [];
  }
}

/** Forms of the props that helpers create. */
const ALERT_FORMS: PropForms = {
  on: {
    expected: "a tile, a saved search or a chart",
    fits: (value) =>
      value instanceof TileReference ||
      isSavedSearch(value) ||
      (isPlainObject(value) && (isChart(value) || "savedSearchId" in value)),
    use: toWatchCode,
  },
  when: {
    expected: "a condition",
    fits: (value) => isPlainObject(value) && "thresholdType" in value,
    use: (value) =>
      `above(${typeof value === "number" ? value : 100}), below(...), outside(..., ...) or another condition`,
  },
  notify: { ...RECEIVERS, fits: (value) => RECEIVERS.fits(listOf(value)) },
  schedule: {
    expected: "a schedule",
    fits: isPlainObject,
    use: (value) => `startingAt(${codeOf(value, "2026-12-31T00:00:00Z")}) or offsetBy(5)`,
  },
};

/** Returns the code for an object that an alert cannot watch itself. */
function toWatchCode(value: unknown): string {
  return TerraformElement.isTerraformElement(value)
    ? "dashboard.tile(key)"
    : `dashboard.tile(${codeOf(value, "KEY")}), savedSearch or tile.line({ ... })`;
}

function isSavedSearch(on: unknown): on is SavedSearch | ExistingSavedSearch {
  return on instanceof SavedSearch || on instanceof ExistingSavedSearch;
}

/** Puts a single receiver into a list. A list, and a token that resolves to a list, are returned unchanged. */
function listOf(notify: unknown): unknown {
  return RECEIVER.fits(notify) && !Token.isUnresolved(notify) ? [notify] : notify;
}

function toWatchedFields(on: AcceptedProps["on"]): Partial<AlertDeclaration> {
  if (on instanceof TileReference) {
    return { source: "tile", dashboardId: on.dashboardId, tileId: on.tileId };
  }
  if (isChart(on)) {
    const { config, name, where, whereLanguage } = on;
    const own = Object.entries({ name, where, whereLanguage }).filter(([, value]) => value !== undefined);
    return {
      source: "inline",
      chartConfig: { ...config, ...Object.fromEntries(own) } as AlertDeclaration["chartConfig"],
    };
  }
  const { savedSearchId, groupBy } = isSavedSearch(on) ? on.reference() : on;
  return { source: "saved_search", savedSearchId, ...(groupBy !== undefined && { groupBy }) };
}

function isChart(on: unknown): on is AlertChartTile {
  return typeof on === "object" && on !== null && "config" in on && "displayType" in on;
}

/** Props of tiles that the chart of an alert does not support. */
const PLACE = ["x", "y", "w", "h", "containerId", "tabId", "extraFields"] as const;

function findPlacementProps(on: AlertChartTile): readonly string[] {
  const given = PLACE.filter((name) => on[name] !== undefined);
  const fix = (name: string) =>
    name === "extraFields" ? "Set chartConfig in extraFields of the alert." : "Remove this prop.";
  return given.map((name) => `on.${name}: The chart of an alert is not on a dashboard. ${fix(name)}`);
}

function toChannel(target: AlertTarget): AlertChannelDeclaration {
  return target instanceof Webhook || target instanceof ExistingWebhook
    ? { type: "webhook", webhookId: target.id }
    : target;
}

/** Removes the fields whose values are unknown until Terraform evaluates a token or an expression. */
function knownFieldsOf(config: TileConfig): DeclaredFields {
  return Object.fromEntries(
    Object.entries(toKnownTexts(config) as DeclaredFields).filter(([, value]) => !isUnknownProp(value)),
  );
}

/**
 * Start of the evaluation windows of an alert: aligned to a time or shifted by minutes, not both
 * (docs/internals/api-behavior.md 3.8).
 */
export type Schedule =
  | (Required<Pick<AlertDeclaration, "scheduleStartAt">> & { readonly scheduleOffsetMinutes?: undefined })
  | (Required<Pick<AlertDeclaration, "scheduleOffsetMinutes">> & { readonly scheduleStartAt?: undefined });

/**
 * Aligns the windows to a time, at most ten years ago or one year ahead.
 * @param moment start of one window: a date, or a text in ISO 8601 such as `2026-12-31T00:00:00Z`
 */
export function startingAt(moment: string | Date): Schedule {
  return { scheduleStartAt: typeof moment === "string" ? moment : moment.toISOString() };
}

/**
 * Shifts the windows by whole minutes, fewer than the interval contains. With `every: "1h"`, `offsetBy(5)` evaluates at
 * five past each hour.
 * @param minutes whole minutes, fewer than the interval contains
 */
export function offsetBy(minutes: number): Schedule {
  return { scheduleOffsetMinutes: minutes };
}
