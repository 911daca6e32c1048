import type { Construct } from "constructs";
import type { DeclaredFields } from "../declaration/field";
import {
  type AlertChannelDeclaration,
  type AlertDeclaration,
  type AlertInterval,
  alert,
  findAlertProblem,
  type TileConfig,
} from "../resources/declarations";
import { eachOf, isUnknownProp, knownTexts, type MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { ExistingAlert } from "./existing";
import { TerraformResource } from "./framework";
import { byId, byName } from "./look-up";
import type { Schedule } from "./schedule";
import type { Threshold } from "./threshold";
import type { Tile } from "./tile";
import { TileReference } from "./tile-board";
import { ExistingWebhook, Webhook } from "./webhook";

/** What the props call the fields of the declaration, where they differ. */
export const ALERT_PROP_NAMES = {
  dashboardId: "on",
  tileId: "on",
  chartConfig: "on",
  savedSearchId: "on.savedSearchId",
  groupBy: "on.groupBy",
  thresholdType: "when.thresholdType",
  threshold: "when.threshold",
  thresholdMax: "when.thresholdMax",
  interval: "every",
  channels: "notify",
  scheduleOffsetMinutes: "schedule.scheduleOffsetMinutes",
  scheduleStartAt: "schedule.scheduleStartAt",
};

/** The kinds of tile that can alert (docs/internals/api-behavior.md 3.8). */
export type AlertableDisplayType = "line" | "stacked_bar" | "number";

/** A tile whose kind, as far as it is known, can alert. */
export type AlertableTile = { [D in AlertableDisplayType]: TileReference<D> }[AlertableDisplayType];

/**
 * A chart that an alert evaluates by itself, with no dashboard around it: `tile.line({ source: logs, select: [count()]
 * })`.
 */
export type AlertChartTile = {
  [D in AlertableDisplayType]: Tile<D> & Partial<ChartFilter>;
}[AlertableDisplayType];

/** Which events a chart evaluates, for all its values together. */
export interface ChartFilter {
  readonly where: string;
  /** The language of `where`. Default: `lucene`. */
  readonly whereLanguage?: "sql" | "lucene";
}

/**
 * The chart of an alert with a filter for all its values: `on: filtered(tile.line({ ... }), { where: "ServiceName:api"
 * })`.
 */
export function filtered<T extends AlertChartTile>(chart: T, filter: ChartFilter): T & ChartFilter {
  return { ...chart, ...filter };
}

/** A saved search that an alert watches. */
export interface SavedSearchReference {
  /** The saved search's id. */
  readonly savedSearchId: string;
  /** Evaluates each value of this expression on its own. */
  readonly groupBy?: string;
}

/** Where an alert is sent: a webhook, or a channel as the API knows it. */
export type AlertTarget = Webhook | ExistingWebhook | AlertChannelDeclaration;

/** What an alert is made of. */
export type AlertProps = Pick<
  AlertDeclaration,
  "name" | "displayName" | "tags" | "message" | "note" | "numConsecutiveWindows"
> &
  MetaArguments & {
    /**
     * What it watches: `dashboard.tile(key)`, a saved search, or a chart of its own: `tile.line({ source: logs, select:
     * [count()] })`. The last needs an open-source server of September 2026 or later.
     */
    readonly on: AlertableTile | AlertChartTile | SavedSearchReference;
    /** When it fires: `above(100)`, `outside(10, 20)` and so on. */
    readonly when: Threshold;
    /** The length of one evaluation window. */
    readonly every: AlertInterval;
    /** Where it is sent: webhooks, or channels as the API knows them. One to ten. */
    readonly notify: readonly AlertTarget[];
    /** How the windows lie in time: `startingAt(moment)` or `offsetBy(minutes)`. */
    readonly schedule?: Schedule;
  };

/** A ClickStack alert on a dashboard tile, a saved search, or a chart of its own. */
export class Alert extends DeclaredResource<"clickstack_alert", AlertProps> {
  /** Looks up an existing alert by its name. */
  static readonly byName = byName(ExistingAlert);
  /** Looks up an existing alert by its id. */
  static readonly byId = byId(ExistingAlert);

  constructor(scope: Construct, id: string, props: AlertProps) {
    const more = () => alertableProblem(props.on);
    super(
      scope,
      id,
      { type: "clickstack_alert", schema: alert, propNames: ALERT_PROP_NAMES, more },
      props,
      ({ on, when, every, notify, schedule, ...fields }): AlertDeclaration => ({
        ...fields,
        ...watched(on),
        ...when,
        interval: every,
        channels: eachOf(notify, channelOf),
        ...schedule,
      }),
    );
  }
}

function watched(on: AlertProps["on"]): Partial<AlertDeclaration> {
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
  const { savedSearchId, groupBy } = on;
  return { source: "saved_search", savedSearchId, ...(groupBy !== undefined && { groupBy }) };
}

function isChart(on: unknown): on is AlertChartTile {
  return typeof on === "object" && on !== null && "config" in on && "displayType" in on;
}

/** Where a tile lies on a dashboard, which no chart of an alert does. */
const PLACE = ["x", "y", "w", "h", "containerId", "tabId"] as const;

function placed(on: AlertChartTile): readonly string[] {
  const given = PLACE.filter((name) => on[name] !== undefined);
  return given.map((name) => `on.${name}: The chart of an alert lies on no dashboard. Leave it out.`);
}

function channelOf(target: AlertTarget): AlertChannelDeclaration {
  return target instanceof Webhook || target instanceof ExistingWebhook
    ? { type: "webhook", webhookId: target.id }
    : target;
}

/**
 * The types refuse a kind of tile that cannot alert; a program in JavaScript learns it here, and everybody a query
 * without interval.
 */
function alertableProblem(on: AlertProps["on"]): readonly string[] {
  if (TerraformResource.isTerraformResource(on)) {
    return [`on: This is a whole ${on.terraformResourceType}. Say which tile: dashboard.tile(key).`];
  }
  if (!(on instanceof TileReference) && isChart(on)) {
    return placed(on);
  }
  if (!(on instanceof TileReference) || !on.config) {
    return [];
  }
  const problem = findAlertProblem(known(on.config));
  if (!problem) {
    return [];
  }
  return [`on: The tile "${on.key}" of ${on.dashboardPath} cannot be watched. ${problem.summary}. ${problem.detail}`];
}

/** A token or an expression in a text stands for what nobody knows yet. */
function known(config: TileConfig): DeclaredFields {
  return Object.fromEntries(
    Object.entries(knownTexts(config) as DeclaredFields).filter(([, value]) => !isUnknownProp(value)),
  );
}
