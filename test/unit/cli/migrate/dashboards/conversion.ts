import { convertDashboards } from "../../../../../src/cli/commands/migrate/dashboards/convert-dashboards";
import type {
  GrafanaDashboard,
  Panel,
  Section,
  Variable,
} from "../../../../../src/cli/commands/migrate/input/dashboards";
import type { Query } from "../../../../../src/cli/commands/migrate/input/query";
import type { MigrateContext } from "../../../../../src/cli/commands/migrate/migrated";
import { shapeOf } from "../../../../../src/declaration/shape";
import { validate } from "../../../../../src/declaration/validate";
import { dashboard as declaration } from "../../../../../src/resources/dashboard/declaration";
import type { DashboardDeclaration } from "../../../../../src/resources/declared-types";

const CONNECTION = "5f00000000000000000000c0";
export const LOGS = "5f00000000000000000000a0";

const context: MigrateContext = {
  connectionOf: () => ({ connectionId: CONNECTION, database: undefined }),
  sourceOf: (table) => (table === "otel.logs" ? LOGS : undefined),
  valuesOf: () => undefined,
  noData: "ok",
  convertsPaused: false,
  webhookOf: () => undefined,
  isOpenSource: true,
  idOf: (...parts) => Buffer.from(parts.join("/")).toString("hex").padEnd(24, "0").slice(-24),
};

export function query(sql: string, fields: Partial<Query> = {}): Query {
  const base = {
    refId: "A",
    plugin: "grafana",
    datasource: "ch",
    format: "series",
    isHidden: false,
    model: {},
  } as const;
  return { ...base, sql, ...fields };
}

/** Creates a panel. Fields of the model are given with the fields of the panel. */
export function panel(type: string, queries: string | Query[], model: object = {}, fields: Partial<Panel> = {}): Panel {
  const list = typeof queries === "string" ? [query(queries)] : queries;
  return { id: "1", type, title: "Errors", x: 0, y: 0, w: 12, h: 8, queries: list, model: { ...model }, ...fields };
}

export function variable(type: string, name: string, fields: Partial<Variable> = {}): Variable {
  const lists = { options: [], current: [], includesAll: false, isMulti: false, allValue: undefined, texts: new Map() };
  return { type, name, label: "", query: "", ...lists, model: {}, ...fields };
}

export function section(panels: Panel[], fields: Partial<Section> = {}): Section {
  return { title: undefined, isCollapsed: false, panels, ...fields };
}

/** Converts a dashboard, and expects that the declaration of dashboards accepts it. */
export function convert(
  sections: Section[],
  fields: Partial<GrafanaDashboard> = {},
  changes: Partial<MigrateContext> = {},
) {
  const base = { file: "shop.json", uid: "u1", title: "Shop", folder: "Web", tags: [], variables: [], model: {} };
  const dashboard: GrafanaDashboard = { ...base, sections, ...fields };
  const input = {
    dashboards: [dashboard],
    rules: [],
    contactPoints: [],
    policies: [],
    problems: [],
    databases: new Map(),
  };
  const { objects, outcomes, notes } = convertDashboards(input, { ...context, ...changes });
  const declared = objects.map((object) => object.fields as unknown as DashboardDeclaration);
  expect(objects.flatMap((object) => validate(shapeOf(declaration), object.fields, () => false))).toEqual([]);
  expect(outcomes).toHaveLength(sections.flatMap(({ panels }) => panels).length);
  return { objects, outcomes, notes, dashboard: declared[0], tiles: Object.values(declared[0]?.tiles ?? {}) };
}

/** Converts one panel, and returns its tiles, the SQL of the first one and the differences. */
export function convertPanel(
  each: Panel,
  fields: Partial<GrafanaDashboard> = {},
  changes: Partial<MigrateContext> = {},
) {
  const { tiles, outcomes } = convert([section([each])], fields, changes);
  const configs = tiles.map(({ config }) => config as Readonly<Record<string, unknown>>);
  return {
    tiles,
    configs,
    config: configs[0],
    sql: configs[0]?.sqlTemplate,
    outcome: outcomes[0],
    differences: outcomes[0]?.differences,
  };
}
