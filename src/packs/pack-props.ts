import type { AlertInterval, AlertProps, AlertTarget } from "../constructs/alert";
import type { MetaArguments } from "../constructs/declared";
import type { DashboardReference } from "../constructs/on-click";
import type { ServiceLevelProps } from "../constructs/slo/service-level";
import type { SloProps } from "../constructs/slo/slo-props";
import type { Threshold } from "../constructs/threshold";
import type { SourceReference, Tile } from "../constructs/tile";

/** Change of a tile of a pack: another tile in its place, or `false` to leave it out. */
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
  /** Duration in milliseconds from which an event is bad. Default: only errors are bad. */
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
  /** Address of a runbook. The note of each alert ends with this address and the key of the alert as its anchor. Default: none. */
  readonly runbook?: string;
  /** Labels of the dashboard and its alerts. Default: the kind of the pack, such as `["http"]`. */
  readonly tags?: readonly string[];
  /** Changes of tiles by key: `{ logs: false, latency: tile.line({ ... }) }`. Default: all tiles of the pack. */
  readonly tiles?: T;
  /** Changes of alerts by key: `{ slow: { threshold: 300 }, errors: false }`. Default: all alerts with their thresholds. */
  readonly alerts?: A;
}

/** Alert of a pack without the changes of the program. */
export interface AlertPlan<K> extends Required<Pick<AlertProps, "message" | "every">> {
  /** Key of the tile to watch. */
  readonly on: K;
  /** Name after the observed object, such as `is slow`. */
  readonly name: string;
  /** Undefined creates no alert unless the program sets a threshold. */
  readonly threshold: number | undefined;
  /** Condition for the threshold. Default: `atLeast`. */
  readonly when?: (threshold: number) => Threshold;
  /** How to respond. Default: a reference to the dashboard. */
  readonly note?: string;
  /** Default: one window. */
  readonly numConsecutiveWindows?: number;
}

/** Tiles by key. A tile is undefined if it requires an optional source that is not set. */
type TilesOf<T> = { readonly [K in keyof T]?: Tile | undefined };

/**
 * Content of a pack without the changes of the program.
 *
 * A pack is one file, such as `http-service.ts`, with three declarations:
 *
 * - `XTiles` and `XAlerts`: interfaces with one optional, documented property per key. Editors complete these keys.
 * - `XProps extends PackProps<XTiles, XAlerts>`: the observed object, the sources and the links.
 * - `class X extends Pack<XTiles, XAlerts>`: its constructor passes `() => contentOf(props)` to the base.
 *
 * Conditions are SQL, from `conditions.ts`. A watched value has the unit of its threshold, such as milliseconds, because
 * notifications contain it. A share in percent is `avg("if(CONDITION, 100, 0)")`: older servers do not support formulas.
 * The base colors a number tile at the threshold of its alert, fills rows without the tiles that are left out, and adds
 * the environment to titles. An alert on a line with `groupBy` fires once per group.
 */
export interface PackContent<T, A> {
  /** First word of the title, such as `HTTP`. Its lower case is a tag. */
  readonly kind: string;
  /** Observed object in titles and in names of alerts, such as the name of a service. */
  readonly subject: string;
  /** Source with the values of the filter for environments. Absent: no filter. */
  readonly source?: SourceReference;
  /** Type of the metrics whose values the filter lists. Required for a source of metrics. */
  readonly metricType?: "gauge";
  /** Rows of tiles, from top to bottom. Rows of only numbers are lower than others. */
  readonly rows: readonly TilesOf<T>[];
  /** Tiles in a collapsed group, by the id of their tab. */
  readonly details?: Readonly<Record<string, TilesOf<T>>>;
  readonly alerts: { readonly [K in keyof A]-?: AlertPlan<keyof T & string> };
  readonly slo?: ServiceLevelProps & Omit<SloProps, keyof ServiceLevelProps | "name" | "notify">;
}
