/** A JSON object of an export, whose fields are not checked. */
export type Json = Readonly<Record<string, unknown>>;

/** Position of an object in the input. */
interface Origin {
  /** Path as the user named it, with `/`, or the address in a running Grafana. */
  readonly file: string;
  /** Uid in Grafana; empty if the export has none. */
  readonly uid: string;
}

/** Plugin that sends a query: Grafana's own one for ClickHouse, the one of Altinity, or another data source. */
export type Plugin = "grafana" | "altinity" | "other";

/** One query of a panel or a rule. */
export interface Query {
  readonly refId: string;
  readonly plugin: Plugin;
  /** Uid, name or `${variable}` of the data source; undefined for the default one. */
  readonly datasource: string | undefined;
  /** Empty for other data sources. */
  readonly sql: string;
  readonly format: "series" | "table" | "logs" | "traces";
  readonly isHidden: boolean;
  /** The whole query model. The macros of Altinity read their columns from it. */
  readonly model: Json;
}

/** A panel in the form of the classic model. Positions are relative to its section. */
export interface Panel {
  readonly id: string;
  /** Type of the panel, such as `timeseries`. */
  readonly type: string;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly queries: readonly Query[];
  /** The panel as in the export: `options`, `fieldConfig`, `transformations`, `interval`, `timeFrom`, `links`. */
  readonly model: Json;
}

/** Panels below a row, in a tab, or above the first row. */
export interface Section {
  /** Title of the row; undefined above the first row. */
  readonly title: string | undefined;
  /** Title of the tab. Sections of one container are in order, and all have the title of the container in `title`. */
  readonly tab?: string;
  readonly isCollapsed: boolean;
  /** Name of the variable for whose values Grafana repeats the section. */
  readonly repeat?: string;
  readonly panels: readonly Panel[];
}

/** A variable of a dashboard, in the form of the classic model. */
export interface Variable {
  readonly name: string;
  /** `query`, `custom`, `interval`, `constant`, `textbox`, `datasource`, `adhoc` or another text. */
  readonly type: string;
  /** Label; empty if there is none. */
  readonly label: string;
  /** The query or the list of values as text. */
  readonly query: string;
  /** Known values, without All. */
  readonly options: readonly string[];
  /** Texts that Grafana shows for values, if they differ. */
  readonly texts: ReadonlyMap<string, string>;
  /** Selected values; empty for All. */
  readonly current: readonly string[];
  readonly includesAll: boolean;
  /** Text that Grafana inserts for All, instead of the list of values. */
  readonly allValue: string | undefined;
  readonly isMulti: boolean;
  readonly model: Json;
}

export interface GrafanaDashboard extends Origin {
  readonly title: string;
  /** Title of the folder; empty for the general one. */
  readonly folder: string;
  readonly tags: readonly string[];
  readonly sections: readonly Section[];
  readonly variables: readonly Variable[];
  /** The classic model, for `links`, `annotations`, `time` and legacy alerts. */
  readonly model: Json;
}

/** An expression or a query of a rule. */
export interface RuleStep {
  readonly refId: string;
  /** Undefined for an expression. */
  readonly query: Query | undefined;
  /** Seconds before now. */
  readonly from: number;
  readonly to: number;
  readonly model: Json;
}

/** An alert rule, with the names of the provisioning file. */
export interface GrafanaRule extends Origin {
  readonly title: string;
  readonly group: string;
  readonly folder: string;
  /** Seconds between evaluations; undefined if the export has none. */
  readonly intervalSeconds: number | undefined;
  /** Ref id of the step that decides. */
  readonly condition: string;
  readonly steps: readonly RuleStep[];
  readonly forSeconds: number;
  readonly keepFiringSeconds: number;
  readonly noDataState: string;
  readonly execErrState: string;
  readonly isPaused: boolean;
  readonly isRecording: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Contact point that the rule names; undefined if the policies decide. */
  readonly receiver: string | undefined;
  /** Names of contact points of a legacy alert. */
  readonly notifications: readonly string[];
}

export interface ContactPoint extends Pick<Origin, "uid"> {
  readonly name: string;
  readonly receivers: readonly { readonly type: string; readonly settings: Json }[];
}

/** A node of the tree of notification policies, with the names of the provisioning file. */
export interface Policy {
  readonly receiver: string | undefined;
  readonly matchers: readonly (readonly [label: string, operator: string, value: string])[];
  readonly continues: boolean;
  /** True if the node has grouping, repetition or mute timings. */
  readonly hasTimings: boolean;
  readonly routes: readonly Policy[];
}

/** Everything that the input contains. */
export interface GrafanaInput {
  readonly dashboards: readonly GrafanaDashboard[];
  readonly rules: readonly GrafanaRule[];
  readonly contactPoints: readonly ContactPoint[];
  readonly policies: readonly Policy[];
  /** Default database of data sources, by uid and by name. */
  readonly databases: ReadonlyMap<string, string>;
  /** Files that were not understood, and parts of other files. */
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
}
