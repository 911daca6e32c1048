import { readDocuments } from "../../../../../src/cli/commands/migrate/input/read-documents";

const TARGET = {
  refId: "A",
  rawSql: "SELECT 1",
  editorType: "sql",
  format: 1,
  datasource: { type: "grafana-clickhouse-datasource", uid: "ch" },
};
const PANEL = { id: 7, type: "stat", title: "Orders", gridPos: { x: 6, y: 2, w: 6, h: 4 }, targets: [TARGET] };
const CLASSIC = { uid: "shop", title: "Shop", schemaVersion: 39, tags: ["team-a"], panels: [PANEL] };

function read(content: unknown, folder = "") {
  return readDocuments([{ file: "shop.json", folder, content }], []);
}

const V2_SPEC = {
  title: "Shop",
  tags: ["team-a"],
  elements: {
    orders: {
      kind: "Panel",
      spec: {
        id: 7,
        title: "Orders",
        data: {
          kind: "QueryGroup",
          spec: {
            queries: [
              {
                kind: "PanelQuery",
                spec: {
                  refId: "A",
                  hidden: false,
                  query: {
                    kind: "DataQuery",
                    group: "grafana-clickhouse-datasource",
                    datasource: { name: "ch" },
                    spec: { rawSql: "SELECT 1", format: 1 },
                  },
                },
              },
            ],
          },
        },
        vizConfig: { kind: "VizConfig", group: "stat", spec: { options: {} } },
      },
    },
  },
  layout: {
    kind: "GridLayout",
    spec: {
      items: [{ kind: "GridLayoutItem", spec: { x: 6, y: 2, width: 6, height: 4, element: { name: "orders" } } }],
    },
  },
};

const FORMS: Readonly<Record<string, unknown>> = {
  "the classic model": CLASSIC,
  "an answer of the API": { dashboard: CLASSIC, meta: { folderTitle: "" } },
  "a resource of version 1": {
    apiVersion: "dashboard.grafana.app/v1beta1",
    kind: "Dashboard",
    metadata: { name: "shop" },
    spec: CLASSIC,
  },
  "a resource of version 2": {
    apiVersion: "dashboard.grafana.app/v2",
    kind: "Dashboard",
    metadata: { name: "shop" },
    spec: V2_SPEC,
  },
  "a manifest of the operator": { kind: "GrafanaDashboard", spec: { json: JSON.stringify(CLASSIC) } },
  "a ConfigMap": { kind: "ConfigMap", data: { "shop.json": JSON.stringify(CLASSIC), "note.txt": "hello" } },
  "a list of Kubernetes": {
    kind: "List",
    items: [{ kind: "GrafanaDashboard", spec: { json: JSON.stringify(CLASSIC) } }],
  },
  "a state of Terraform": {
    terraform_version: "1.11.4",
    values: {
      root_module: {
        child_modules: [
          { resources: [{ type: "grafana_dashboard", values: { config_json: JSON.stringify(CLASSIC) } }] },
        ],
      },
    },
  },
  "a list of dashboards": [CLASSIC],
};

test.each(Object.keys(FORMS))("%s results in the same dashboard", (form) => {
  const { dashboards, problems } = read(FORMS[form]);
  expect(problems).toEqual([]);
  expect(dashboards).toHaveLength(1);
  const [{ title, uid, tags, sections } = { sections: [] }] = dashboards;
  expect({ title, uid, tags }).toEqual({ title: "Shop", uid: "shop", tags: ["team-a"] });
  expect(sections).toHaveLength(1);
  expect(sections[0]?.panels).toMatchObject([
    {
      ...{ id: "7", type: "stat", title: "Orders", x: 6, y: 2, w: 6, h: 4 },
      queries: [{ refId: "A", plugin: "grafana", datasource: "ch", sql: "SELECT 1", format: "table", isHidden: false }],
    },
  ]);
});

test("an answer of the API names the folder of the dashboard", () => {
  expect(read({ dashboard: CLASSIC, meta: { folderTitle: "Team A" } }).dashboards[0]?.folder).toBe("Team A");
});

test("a resource with access information is a dashboard of its folder", () => {
  const annotations = { "grafana.app/folderTitle": "Team A" };
  const variable = {
    name: "env",
    query: { kind: "DataQuery", spec: { __legacyStringValue: "SELECT DISTINCT e FROM t" } },
  };
  const spec = { ...V2_SPEC, variables: [{ kind: "QueryVariable", spec: variable }] };
  const { dashboards, problems } = read({
    ...{ apiVersion: "dashboard.grafana.app/v2beta1", kind: "DashboardWithAccessInfo" },
    ...{ metadata: { name: "shop", annotations }, spec, access: {} },
  });

  expect(problems).toEqual([]);
  expect(dashboards).toMatchObject([
    { uid: "shop", folder: "Team A", variables: [{ name: "env", query: "SELECT DISTINCT e FROM t" }] },
  ]);
});

test("a shared export takes the type of its data source from its inputs", () => {
  const { datasource: _, ...target } = TARGET;
  const { dashboards } = read({
    ...CLASSIC,
    __inputs: [{ name: "DS_CH", type: "datasource", pluginId: "vertamedia-clickhouse-datasource" }],
    panels: [{ ...PANEL, datasource: "$DS_CH", targets: [{ ...target, query: "SELECT 2" }] }],
  });
  expect(dashboards[0]?.sections[0]?.panels[0]?.queries).toMatchObject([
    { plugin: "altinity", datasource: "$DS_CH", sql: "SELECT 2" },
  ]);
});

test("a library panel takes its model from the elements of the export", () => {
  const { dashboards } = read({
    ...CLASSIC,
    __elements: { lib1: { uid: "lib1", model: { type: "stat", targets: [TARGET] } } },
    panels: [
      { id: 1, title: "Known", gridPos: { x: 0, y: 0, w: 4, h: 4 }, libraryPanel: { uid: "lib1" } },
      { id: 2, title: "Missing", libraryPanel: { uid: "lib2" } },
    ],
  });
  const panels = dashboards[0]?.sections[0]?.panels ?? [];
  expect(panels.map(({ title, type, queries }) => [title, type, queries.length])).toEqual([
    ["Known", "stat", 1],
    ["Missing", "library panel", 0],
  ]);
});

test("the styles of an old table become options of its fields, and the first style of a field applies", () => {
  const styles = [
    { pattern: "t", type: "hidden", alias: "Time" },
    { pattern: "took", type: "number", unit: "ms", decimals: 0, alias: "" },
    { pattern: "/.*_at/", type: "date" },
    { pattern: "/.*/", type: "number", unit: "short", decimals: 2 },
  ];
  const { dashboards } = read({ ...CLASSIC, panels: [{ ...PANEL, type: "table", styles }] });

  expect(dashboards[0]?.sections[0]?.panels[0]?.model.fieldConfig).toEqual({
    defaults: { unit: "short", decimals: 2 },
    overrides: [
      {
        matcher: { id: "byName", options: "took" },
        properties: [
          { id: "unit", value: "ms" },
          { id: "decimals", value: 0 },
        ],
      },
      {
        matcher: { id: "byName", options: "t" },
        properties: [
          { id: "displayName", value: "Time" },
          { id: "custom.hidden", value: true },
        ],
      },
    ],
  });
});

test("rows before version 16 place their panels by span and height", () => {
  const { dashboards } = read({
    title: "Old",
    rows: [
      {
        title: "Hidden title",
        showTitle: false,
        height: "304px",
        panels: [
          { ...PANEL, span: 8 },
          { ...PANEL, span: 6 },
        ],
      },
      { title: "Second", collapse: true, height: 190, panels: [{ ...PANEL, span: 12 }] },
    ],
  });
  const sections = dashboards[0]?.sections ?? [];
  expect(sections.map(({ title, isCollapsed }) => [title, isCollapsed])).toEqual([
    [undefined, false],
    ["Second", true],
  ]);
  expect(sections.map(({ panels }) => panels.map(({ x, y, w, h }) => [x, y, w, h]))).toEqual([
    [
      [0, 0, 16, 8],
      [0, 8, 12, 8],
    ],
    [[0, 0, 24, 5]],
  ]);
});

test("an open row owns the panels below it, and a collapsed row owns its own panels", () => {
  const at = (y: number, x = 0) => ({ x, y, w: 12, h: 8 });
  const { dashboards } = read({
    title: "Rows",
    panels: [
      { type: "row", title: "Closed", collapsed: true, gridPos: at(20), panels: [{ ...PANEL, gridPos: at(21) }] },
      { type: "row", title: "Open", gridPos: at(9), repeat: "env" },
      { ...PANEL, title: "In row", gridPos: at(10, 12) },
      { ...PANEL, title: "Top", gridPos: at(0) },
    ],
  });
  const sections = dashboards[0]?.sections ?? [];
  expect(
    sections.map(({ title, isCollapsed, repeat, panels }) => [title, isCollapsed, repeat, panels.map(({ y }) => y)]),
  ).toEqual([
    [undefined, false, undefined, [0]],
    ["Open", false, "env", [0]],
    ["Closed", true, undefined, [0]],
  ]);
});

test("a tab of version 2 becomes a section whose rows are stacked", () => {
  const item = (y: number) => ({
    kind: "GridLayoutItem",
    spec: { x: 0, y, width: 24, height: 5, element: { name: "orders" } },
  });
  const grid = (...ys: readonly number[]) => ({ kind: "GridLayout", spec: { items: ys.map(item) } });
  const row = (title: string, layout: object) => ({ kind: "RowsLayoutRow", spec: { title, layout } });
  const layout = {
    kind: "TabsLayout",
    spec: {
      tabs: [
        {
          kind: "TabsLayoutTab",
          spec: {
            title: "First",
            layout: { kind: "RowsLayout", spec: { rows: [row("a", grid(0)), row("b", grid(0, 5))] } },
          },
        },
        { kind: "TabsLayoutTab", spec: { title: "Second", layout: grid(0) } },
      ],
    },
  };
  const sections = read({ ...V2_SPEC, layout }).dashboards[0]?.sections ?? [];
  expect(sections.map(({ title, tab, panels }) => [title, tab, panels.map(({ y }) => y)])).toEqual([
    ["Tabs", "First", [0, 5, 10]],
    ["Tabs", "Second", [0]],
  ]);
  expect(sections.flatMap(({ panels }) => panels.map(({ model }) => model.rowInTab))).toEqual([
    "a",
    "b",
    "b",
    undefined,
  ]);
});

test("a layout without positions fills columns from left to right", () => {
  const items = ["orders", "orders", "orders"].map((name) => ({
    kind: "AutoGridLayoutItem",
    spec: { element: { name } },
  }));
  const layout = { kind: "AutoGridLayout", spec: { maxColumnCount: 2, rowHeightMode: "short", items } };
  const panels = read({ ...V2_SPEC, layout }).dashboards[0]?.sections[0]?.panels ?? [];
  expect(panels.map(({ x, y, w, h }) => [x, y, w, h])).toEqual([
    [0, 0, 12, 5],
    [12, 0, 12, 5],
    [0, 5, 12, 5],
  ]);
});

test.each([
  ["numeric format", { rawSql: "SELECT 1", format: 0 }, "grafana"],
  ["editor type", { rawSql: "SELECT 1", editorType: "sql", rawQuery: true }, "grafana"],
  ["Postgres", { rawSql: "SELECT 1", rawQuery: true, editorMode: "code", format: "table" }, "other"],
  ["columns of Altinity", { query: "SELECT 1", dateTimeType: "DATETIME" }, "altinity"],
  [
    "columns of Altinity next to SQL of another plugin",
    { rawSql: "SELECT 1", query: "SELECT 2", dateTimeType: "DATETIME" },
    "altinity",
  ],
  ["macros of Altinity", { query: "SELECT $timeSeries AS t FROM $table" }, "altinity"],
  ["a Prometheus query", { query: "up", expr: "up" }, "other"],
])("a query without a known data source is recognized by its %s", (_, target, plugin) => {
  const { dashboards } = read({ ...CLASSIC, panels: [{ ...PANEL, targets: [{ refId: "A", ...target }] }] });
  expect(dashboards[0]?.sections[0]?.panels[0]?.queries[0]?.plugin).toBe(plugin);
});

test("a query without macros is recognized by the name of its data source", () => {
  const pluginIn = (datasource: string, target: object) =>
    read({ ...CLASSIC, panels: [{ ...PANEL, datasource, targets: [{ refId: "A", ...target }] }] }).dashboards[0]
      ?.sections[0]?.panels[0]?.queries[0]?.plugin;

  expect(pluginIn("prod-ClickHouse", { query: "SELECT at, c FROM t", rawQuery: true })).toBe("altinity");
  expect(pluginIn("influx", { query: "SELECT at, c FROM t", rawQuery: true })).toBe("other");
  expect(pluginIn("prod-ClickHouse", { expr: "up" })).toBe("other");
});

test("a data source of a provisioning file gives the type of a uid", () => {
  const { dashboards, problems } = readDocuments(
    [
      {
        file: "d.json",
        folder: "",
        content: {
          ...CLASSIC,
          panels: [
            { ...PANEL, datasource: "Events", targets: [{ rawSql: "SELECT 1", rawQuery: true, editorMode: "code" }] },
          ],
        },
      },
      {
        file: "ds.yaml",
        folder: "",
        content: {
          apiVersion: 1,
          datasources: [{ name: "Events", type: "grafana-clickhouse-datasource", access: "proxy" }],
        },
      },
    ],
    [],
  );
  expect(problems).toEqual([]);
  expect(dashboards[0]?.sections[0]?.panels[0]?.queries[0]?.plugin).toBe("grafana");
});

test("a variable has its known values and its selection, without All", () => {
  const list = [
    {
      name: "env",
      type: "query",
      query: { rawSql: "SELECT DISTINCT env FROM t" },
      multi: true,
      includeAll: true,
      options: [{ value: "$__all" }, { value: "prod" }, { value: "stage" }],
      current: { value: ["$__all"] },
    },
    { name: "region", type: "custom", query: "EU : eu,US : us,a\\,b", current: { value: "us" } },
    {
      ...{ name: "range", type: "query" },
      options: ["All", "1", "Two"].map((text, index) => ({ text, value: ["$__all", "1", "2"][index] })),
    },
    { name: "__proto__", type: "textbox", query: "x", options: [{ value: "old" }] },
  ];
  const { dashboards } = read({ ...CLASSIC, templating: { list } });
  const texts = new Map(Object.entries({ eu: "EU", us: "US" }));
  expect(dashboards[0]?.variables).toMatchObject([
    {
      name: "env",
      query: "SELECT DISTINCT env FROM t",
      options: ["prod", "stage"],
      current: [],
      isMulti: true,
      includesAll: true,
    },
    { name: "region", options: ["eu", "us", "a,b"], current: ["us"], isMulti: false, texts },
    { name: "range", options: ["1", "2"], texts: new Map([["2", "Two"]]) },
    { name: "__proto__", type: "textbox", query: "x", options: [] },
  ]);
});

test("the text All in an old selection is not a value", () => {
  const variables = ["All", "x"].map((value) => ({ name: "v", type: "query", includeAll: true, current: { value } }));
  const list = [...variables, { name: "v", type: "custom", query: "All,x", current: { value: "All" } }];
  const { dashboards } = read({ ...CLASSIC, templating: { list } });
  expect(dashboards[0]?.variables.map(({ current }) => current)).toEqual([[], ["x"], ["All"]]);
});

test.each([
  ["a number", 5, "It contains no JSON object."],
  ["another document", { name: "package" }, "It contains no dashboard, alert rule or contact point of Grafana."],
  [
    "a manifest that refers to a URL",
    { kind: "GrafanaDashboard", spec: { url: "http://localhost" } },
    "It refers to a dashboard in another place, or its JSON is not valid.",
  ],
])("%s is reported with the reason", (_, content, reason) => {
  expect(read(content).problems).toEqual([{ file: "shop.json", reason }]);
});

test("panels in tabs and rows of a tab have the titles of both", () => {
  const items = [{ kind: "GridLayoutItem", spec: { x: 0, y: 0, width: 24, height: 5, element: { name: "orders" } } }];
  const inside = (kind: string, list: string, title: string, layout: object) => ({
    kind,
    spec: { [list]: [{ kind: `${kind}Part`, spec: { title, layout } }] },
  });
  const rows = inside("RowsLayout", "rows", "Costs", { kind: "GridLayout", spec: { items } });
  const layout = inside("TabsLayout", "tabs", "Shops", inside("TabsLayout", "tabs", "Berlin", rows));
  const [section] = read({ ...V2_SPEC, layout }).dashboards[0]?.sections ?? [];

  expect(section).toMatchObject({ title: "Tabs", tab: "Shops" });
  expect(section?.panels[0]?.model.rowInTab).toBe("Berlin / Costs");
});

test("a row of version 2 without a header has no title", () => {
  const row = { kind: "RowsLayoutRow", spec: { title: "New row", hideHeader: true, layout: {} } };
  const { dashboards } = read({ ...V2_SPEC, layout: { kind: "RowsLayout", spec: { rows: [row] } } });

  expect(dashboards[0]?.sections[0]?.title).toBe("");
});
