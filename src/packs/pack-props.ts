import type { AlertInterval, AlertProps, AlertTarget } from "../constructs/alert";
import type { MetaArguments } from "../constructs/declared";
import type { DashboardReference } from "../constructs/on-click";
import type { ServiceLevelProps } from "../constructs/slo/service-level";
import type { SloProps } from "../constructs/slo/slo-props";
import type { Threshold } from "../constructs/threshold";
import type { SourceReference, Tile } from "../constructs/tile";

/** Change of a tile of a pack: a tile that replaces it, or `false` to leave it out. */
export type PackTile = Tile | false;

/** Change of an alert of a pack: other props, or `false` to leave it out. */
export type PackAlert = PackAlertProps | false;

/** Changed props of an alert of a pack. */
export type PackAlertProps = Partial<
  Pick<AlertProps, "name" | "message" | "note" | "tags" | "numConsecutiveWindows">
> & {
  /** Length of one evaluation window. Default: depends on the alert. */
  readonly every?: AlertInterval;
  /** Value that fires the alert, in the unit of the watched tile. Default: depends on the alert. */
  readonly threshold?: number;
  /** Receivers of this alert. Default: the receivers of the pack. */
  readonly notify?: readonly AlertTarget[];
};

/** Target of a click: a dashboard such as another pack, its id, or `{ name }`. */
export type PackLink =
  | DashboardReference
  | {
      /** Name of the dashboard. It can contain columns of the row as `{{column}}`. */
      readonly name: string;
    };

/** Service level objective of a pack, with alerts on the burn rate. */
export type PackObjective = Pick<SloProps, "objective" | "window" | "alerts" | "minEvents" | "owner"> & {
  /** Events that take at least this number of milliseconds are bad. Default: only errors are bad. */
  readonly maxMs?: number;
};

/** Props of every pack. `T` and `A` are the changes of tiles and alerts. */
export interface PackProps<T, A> extends Pick<MetaArguments, "provider"> {
  /** Title of the dashboard. Default: the kind of the pack and the observed object, such as `HTTP: checkout`. */
  readonly name?: string;
  /**
   * Environment in the resource attribute `deployment.environment.name`, or in the older `deployment.environment`.
   * Default: all environments, with a filter above the tiles.
   */
  readonly environment?: string;
  /** Receivers of the alerts, such as `[Webhook.byName(this, "Slack")]`. An empty list creates no alerts. */
  readonly notify: readonly AlertTarget[];
  /** Address of a runbook. The note of each alert ends with a link to it. The key of the alert is the anchor. Default: none. */
  readonly runbook?: string;
  /** Labels of the dashboard and its alerts. Default: the kind of the pack, such as `["http"]`. */
  readonly tags?: readonly string[];
  /** Changes of tiles by key: `{ logs: false, latency: tile.line({ ... }) }`. Default: all tiles of the pack. */
  readonly tiles?: T;
  /** Changes of alerts by key: `{ slow: { threshold: 300 }, errors: false }`. Default: all alerts with their thresholds. */
  readonly alerts?: A;
}

/** Alert of a pack before the program changes it. */
export interface AlertPlan<K> extends Required<Pick<AlertProps, "message" | "every">> {
  /** Key of the tile to watch. */
  readonly on: K;
  /** End of the alert's name, such as `is slow`. The observed object comes first. */
  readonly name: string;
  /** If it is undefined, the alert exists only if the program sets a threshold. */
  readonly threshold: number | undefined;
  /** Comparison with the threshold. Default: `atLeast`. */
  readonly when?: (threshold: number) => Threshold;
  /** Instructions for the response to the alert. Default: a reference to the dashboard. */
  readonly note?: string;
  /** Number of consecutive windows. Default: one. */
  readonly numConsecutiveWindows?: number;
}

/** Tiles by key. A tile is undefined if it requires an optional source that is not set. */
type TilesOf<T> = { readonly [K in keyof T]?: Tile | undefined };

/**
 * Content of a pack before the program changes it.
 *
 * A pack is one file, such as `http-service.ts`, with four declarations:
 *
 * - `XTiles` and `XAlerts`: interfaces with one optional, documented property per key. Editors complete these keys.
 * - `XProps extends PackProps<XTiles, XAlerts>`: the observed object, the sources and the links.
 * - `class X extends Pack<XTiles, XAlerts>`: its constructor passes `CHECKS` and `contentOf` to `Pack`.
 * - `CHECKS`: the check of each prop, from `pack-checks.ts`. The compiler checks that none is missing.
 *
 * Conditions are SQL, from `conditions.ts`. Notifications contain the watched value, so it has a readable unit such as
 * milliseconds. A percentage is `avg("if(CONDITION, 100, 0)")`, because older servers do not support formulas.
 *
 * The base class colors a number tile at the threshold of its alert. It widens the tiles of a row from which others are
 * left out, and adds the environment to titles. An alert on a line with `groupBy` fires once per group.
 */
export interface PackContent<T, A> {
  /** First word of the title, such as `HTTP`. In lower case, it is also a tag. */
  readonly kind: string;
  /** Observed object in titles and in names of alerts, such as the name of a service. */
  readonly subject: string;
  /** Source whose environments the dashboard's filter lists. Without it, the dashboard has no filter. */
  readonly source?: SourceReference;
  /** Type of the metrics from which the filter reads the environments. Required for a source of metrics. */
  readonly metricType?: "gauge";
  /** Rows of tiles, from top to bottom. A row that contains only number tiles has less height. */
  readonly rows: readonly TilesOf<T>[];
  /** Tiles in a collapsed group, by the id of their tab. */
  readonly details?: Readonly<Record<string, TilesOf<T>>>;
  readonly alerts: { readonly [K in keyof A]-?: AlertPlan<keyof T & string> };
  readonly slo?: ServiceLevelProps & Omit<SloProps, keyof ServiceLevelProps | "name" | "notify">;
}
