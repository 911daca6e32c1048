import type { DeclaredFields } from "../../../declaration/field";
import type { Dashboard, Rule } from "./grafana";

/** The result for one panel or rule. */
export interface Outcome {
  readonly kind: "panel" | "rule";
  readonly file: string;
  /** Title of the dashboard or group. */
  readonly owner: string;
  readonly title: string;
  /** True if it has a query on ClickHouse. */
  readonly isClickHouse: boolean;
  readonly class: "exact" | "approximated" | "left out";
  /** Each difference to Grafana as one sentence. For a left out object, the reason. */
  readonly differences: readonly string[];
  /** The object of the program, with the key of the tile. Undefined for a left out object. */
  readonly target?: { readonly id: string; readonly tileKey?: string };
}

/** An object of the generated program. */
export interface MigratedObject {
  readonly type: "dashboard" | "alert" | "webhook";
  /** Id in the form of the servers. The same input has the same id in each run. */
  readonly id: string;
  readonly name: string;
  readonly fields: DeclaredFields;
  /** Ids of the tiles, by key. For dashboards. */
  readonly tileIds?: Readonly<Record<string, string>>;
  /** Title of the dashboard folder or rule group, which becomes a file. */
  readonly group: string;
  /** Comment above the object: left out panels and rules with their originals. */
  readonly remark?: string;
}

/** Thrown if a panel, a query or a rule cannot be converted. The message is the reason, as a sentence. */
export class LeftOutError extends Error {}

/** Choices of the user and facts about the server. The files of the dashboards and rules only read it. */
export interface MigrateContext {
  /** Returns the id of the connection, and the default database, of a data source. */
  connectionOf(datasource: string | undefined): {
    readonly connectionId: string;
    readonly database: string | undefined;
  };
  /** Returns the id of the source of a table `database.table`; undefined without one. */
  sourceOf(table: string): string | undefined;
  /** Values that the user gives for a variable of a dashboard. */
  valuesOf(dashboard: Dashboard, variable: string): readonly string[] | undefined;
  /** Choice for rules with `noDataState` `NoData` or `KeepLast`. */
  noDataOf(rule: Rule): "ok" | "alerting";
  /** True if a paused rule becomes an alert. */
  readonly convertsPaused: boolean;
  /** Returns the id of the existing webhook for a contact point; undefined if a webhook is generated. */
  webhookOf(contactPoint: string): string | undefined;
  /** True if dashboards can have variables and lists of values, and alerts a chart without a tile. */
  readonly isOpenSource: boolean;
  /** Returns an id in the form of the servers. Equal parts have equal ids. */
  idOf(...parts: readonly string[]): string;
}

export interface Converted {
  readonly objects: readonly MigratedObject[];
  readonly outcomes: readonly Outcome[];
  /** Sentences for the user about decisions and secrets. */
  readonly notes: readonly string[];
}
