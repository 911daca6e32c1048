import { App, TerraformStack } from "cdktf";
import { Alert, above, ClickStackProvider, count, Dashboard, type JsonOptions, Source, tile } from "../../../src";
import { differences } from "../../../src/cli/engine/plan-json";
import {
  executableFile,
  mistakes,
  only,
  reference,
  synthesized,
  temporaryFolder,
} from "../../support/constructs/synthesize";
import { EXPORTED, exportedText, IDS } from "../../support/exported-dashboards";

/** Collects the output of the synthesis, so that the tests do not print it. */
const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

const ID = "0123456789abcdef01234567";
const OTHER = "89abcdef0123456789abcdef";

interface Attributes {
  readonly tiles: Record<string, Record<string, unknown> & { config: Record<string, unknown> }>;
  readonly [name: string]: unknown;
}

const taken = (body: unknown, options: JsonOptions = {}) =>
  only(
    synthesized((stack) => Dashboard.fromJson(stack, "taken", body, options)).resource?.clickstack_dashboard,
  ) as Attributes;

const refused = (body: unknown, options: JsonOptions = {}): string[] => {
  try {
    synthesized((stack) => Dashboard.fromJson(stack, "taken", body, options));
  } catch (error) {
    return String((error as Error).message)
      .split("\n")
      .map((line) => line.trim().replace(/^test\/\S+:\d+ {2}/, ""));
  }
  throw new Error("Nothing was refused.");
};

const chart = (changes: object = {}) => ({
  displayType: "line",
  sourceId: ID,
  select: [{ aggFn: "count" }],
  ...changes,
});
const apiTile = (name: string, config: object = chart()) => ({ name, x: 0, y: 0, w: 6, h: 4, config });
const body = (...tiles: object[]) => ({ name: "D", tiles });
const uiTile = (config: object) => ({ id: "t", x: 0, y: 0, w: 6, h: 4, config: { name: "T", source: ID, ...config } });
const uiConfig = (config: object) => taken(body(uiTile(config))).tiles.t?.config;

describe("the JSON of a dashboard", () => {
  test.each(Object.entries(EXPORTED))("is accepted in every form in which users store dashboards: %s", (_, file) => {
    const text = exportedText(file);
    const parsed = JSON.parse(text);
    const { name, tags, tiles } = parsed.data ?? parsed.result ?? parsed;
    const attributes = taken(text);
    expect(attributes).toMatchObject({ name, tags });
    expect(Object.keys(attributes.tiles)).toHaveLength(tiles.length);
    expect(taken(parsed)).toEqual(attributes);
  });

  test("can contain the keys of its tiles", () => {
    const { tiles } = taken(body({ ...apiTile("All errors"), key: "errors" }, apiTile("Errors")));
    expect(Object.keys(tiles)).toEqual(["errors", "errors_2"]);
    expect(tiles.errors).toMatchObject({ name: "All errors" });
    const twice = body({ ...apiTile("A"), key: "errors" }, { ...apiTile("B"), key: "errors" });
    expect(refused(twice)).toContain('- tiles[1].key: Another tile has the key "errors". Use different keys.');
  });

  test("becomes the same dashboard without the fields that the server sets", () => {
    const attributes = taken({
      ...body({ ...apiTile("Error rate"), containerId: "top", tabId: "a" }),
      id: OTHER,
      createdAt: "2026-01-01T00:00:00.000Z",
      tags: ["production"],
      savedQuery: "level:error",
      savedQueryLanguage: "sql",
      savedFilterValues: [{ type: "sql", condition: "a IN (1)" }],
      filters: [{ id: OTHER, type: "QUERY_EXPRESSION", name: "S", expression: "S", sourceId: ID }],
      containers: [{ id: "top", title: "Top", collapsed: false, tabs: [{ id: "a", title: "A" }] }],
    });
    expect(attributes).toEqual({
      name: "D",
      tags: ["production"],
      saved_query: "level:error",
      saved_query_language: "sql",
      saved_filter_values: [{ type: "sql", condition: "a IN (1)" }],
      filters: [{ type: "QUERY_EXPRESSION", name: "S", expression: "S", source_id: ID }],
      containers: [{ id: "top", title: "Top", collapsed: false, tabs: [{ id: "a", title: "A" }] }],
      tiles: {
        error_rate: {
          name: "Error rate",
          ...{ x: 0, y: 0, w: 6, h: 4 },
          container_id: "top",
          tab_id: "a",
          config: { display_type: "line", source_id: ID, select: [{ agg_fn: "count" }] },
        },
      },
    });
  });

  test("can have filters of every type in the API's and the UI's form, and omits unknown filters", () => {
    const fixed = { isBroadcastEnabled: false, isVariableEnabled: true };
    const attributes = taken({
      ...body(apiTile("A")),
      filters: [
        { id: OTHER, type: "STATIC_LIST", name: "E", options: ["a"], minSelections: 1, source: "", ...fixed },
        { type: "ADHOC", name: "Any", sources: [] },
        { id: OTHER, type: "PROMETHEUS_LABEL", name: "P", label: "pod", source: ID, ...fixed },
      ],
      savedFilterValues: [{ type: "later" }, { type: "variable", name: "E", values: ["a"] }],
    });
    expect(attributes).toMatchObject({
      filters: [
        { type: "STATIC_LIST", name: "E", options: ["a"], min_selections: 1 },
        { type: "PROMETHEUS_LABEL", name: "P", label: "pod", source_id: ID },
      ],
      saved_filter_values: [{ type: "variable", name: "E", values: ["a"] }],
    });
    expect((attributes.filters as object[]).map((each) => Object.keys(each).length)).toEqual([4, 4]);
  });

  test("is accepted as a response of either API, as an object or as a text", () => {
    const dashboard = body(apiTile("A"));
    const expected = taken(dashboard);
    expect(taken({ data: dashboard })).toEqual(expected);
    expect(taken({ status: 200, requestId: "r", result: dashboard })).toEqual(expected);
    expect(taken(JSON.stringify(dashboard))).toEqual(expected);
  });

  test("results in unique tile keys from titles", () => {
    const keys = (...names: string[]) => Object.keys(taken(body(...names.map((name) => apiTile(name)))).tiles);
    const found = keys("Error rate", "Error rate", "", "p95 (ms)");
    expect(found.sort()).toEqual(["error_rate", "error_rate_2", "p95_ms", "tile"]);
  });

  test("results in tile keys from ids or from the order if titles are equal, like an import by the provider", () => {
    const [first, second] = [apiTile("A"), apiTile("A", { displayType: "markdown", markdown: "" })];
    const kinds = (...tiles: object[]) =>
      Object.entries(taken(body(...tiles)).tiles).map(([key, { config }]) => `${key} ${config.display_type}`);
    expect(kinds(first, second)).toEqual(["a line", "a_2 markdown"]);
    expect(kinds({ ...first, id: OTHER }, { ...second, id: ID })).toEqual(["a markdown", "a_2 line"]);
    expect(kinds({ ...first, id: ID }, { ...second, id: ID })).toEqual(["a line", "a_2 markdown"]);
  });

  test("is read without obsolete values of older servers: unused levels, values of a count, and numbered colors", () => {
    const select = [
      { aggFn: "count", valueExpression: "Duration", level: 0.9 },
      { aggFn: "avg", valueExpression: "Duration", level: 0.9 },
    ];
    const rules = [{ operator: "eq", value: "down", color: "chart-4" }];
    const number = { displayType: "number", sourceId: ID, select, formulas: [{ expression: "A / B" }] };
    const { config } = taken(body(apiTile("A", { ...number, color: "chart-1", colorRules: rules }))).tiles.a ?? {};
    expect(config).toMatchObject({
      select: [{ agg_fn: "count" }, { agg_fn: "avg", value_expression: "Duration" }],
      color: "chart-green",
      color_rules: [{ operator: "eq", text: "down", color: "chart-red" }],
    });
    expect(JSON.stringify(config)).not.toContain("level");
  });

  test("is read without fields that the server drops, such as colors of a chart that is not a number tile", () => {
    const { config } = taken(body(apiTile("A", chart({ color: "chart-red", onClick: null })))).tiles.a ?? {};
    expect(config).toEqual({ display_type: "line", source_id: ID, select: [{ agg_fn: "count" }] });
  });

  test("is converted to tile configurations if it has the deprecated form", () => {
    const { tiles } = taken(exportedText(EXPORTED.series));
    const [logs, traces, metrics] = Object.keys(IDS);
    expect(Object.fromEntries(Object.entries(tiles).map(([key, { config }]) => [key, config]))).toMatchObject({
      tile: { display_type: "markdown", markdown: "# Payments\nKept since the first version." },
      payments: {
        display_type: "stacked_bar",
        source_id: logs,
        group_by: "SeverityText",
        select: [{ agg_fn: "count", where: "ServiceName:payments", where_language: "lucene" }],
      },
      latency: {
        display_type: "line",
        source_id: traces,
        number_format: { output: "duration", factor: 1e-9 },
        select: [
          { agg_fn: "quantile", level: 0.95, value_expression: "Duration", alias: "p95" },
          { agg_fn: "avg", value_expression: "Duration", alias: "mean" },
        ],
      },
      declined: { display_type: "line", as_ratio: true },
      providers: { display_type: "table", group_by: "LogAttributes['provider'],LogAttributes['country']" },
      turnover: { display_type: "number", select: [{ agg_fn: "sum", value_expression: "LogAttributes['amount']" }] },
      queue: { source_id: metrics, select: [{ metric_type: "gauge", metric_name: "payments.queue.length" }] },
      events: { display_type: "search", columns: "Timestamp, SeverityText, Body", where: "ServiceName:payments" },
      events_2: { display_type: "search", columns: "" },
    });
  });
});

describe("a file that was exported from the UI", () => {
  test("becomes the same tiles that the API would show", () => {
    const { tiles, filters, containers } = taken(exportedText(EXPORTED.uiExport));
    const source = reference("data.clickstack_source.source-traces.id");
    expect(containers).toHaveLength(3);
    expect(filters).toMatchObject([{ name: "App", source_id: source, where_language: "lucene" }, { name: "Country" }]);
    expect(tiles.page_load).toEqual({
      name: "Page load",
      ...{ x: 0, y: 7, w: 24, h: 7 },
      container_id: "vitals",
      config: {
        display_type: "line",
        source_id: source,
        align_date_range_to_granularity: true,
        number_format: { output: "duration", factor: 1e-9 },
        select: [0.5, 0.9, 0.99].map((level, index) => ({
          agg_fn: "quantile",
          level,
          value_expression: "Duration",
          where: "SpanName:documentLoad",
          where_language: "lucene",
          alias: ["median", "p90", "p99"][index],
        })),
      },
    });
    expect(tiles.top_pages?.config).toMatchObject({
      group_by: "SpanAttributes['location.path']",
      order_by: "Views DESC",
      on_click: { type: "search", target: { mode: "id", id: source } },
    });
    expect(tiles.sessions_with_errors?.config).toMatchObject({ as_ratio: true });
    expect(tiles.long_tasks?.config).toMatchObject({ fill_nulls: false });
    expect(tiles.browsers?.config).toMatchObject({ limit: 6, select: [{ agg_fn: "count" }] });
    expect(tiles.spread_of_page_loads?.config).toMatchObject({
      display_type: "heatmap",
      select: [{ value_expression: "Duration / 1e6", count_expression: "count()", heatmap_scale_type: "log" }],
    });
    expect(tiles.last_exceptions?.config).toMatchObject({
      source_id: reference("data.clickstack_source.source-logs.id"),
    });
    expect(tiles.calls_by_status?.config).toEqual({
      display_type: "stacked_bar",
      config_type: "sql",
      connection_id: reference("data.clickstack_connection.connection-local-clickhouse.id"),
      source_id: source,
      sql_template: expect.stringContaining("$__timeInterval"),
    });
    expect(tiles.page_load_2?.config).toEqual({
      display_type: "markdown",
      markdown: "See the [handbook](https://example.com/handbook).",
    });
  });

  test("refers to the target dashboards of clicks by their names, as templates do", () => {
    const onClick = { type: "dashboard", target: { mode: "id", id: "Checkout" } };
    const select = [{ aggFn: "count", aggCondition: "" }];
    expect(uiConfig({ displayType: "table", select, onClick })?.on_click).toEqual({
      type: "dashboard",
      target: { mode: "template", template: "Checkout" },
    });
  });

  test.each<[string, object, string]>([
    [
      "a condition of a whole chart",
      { displayType: "line", select: [{ aggFn: "count" }], where: "a:b" },
      "- tiles.t.config.where: The API does not support a condition of a whole chart. Move it into the condition of each value.",
    ],
    [
      "an alert inside a tile",
      { displayType: "line", select: [{ aggFn: "count" }], alert: { threshold: 1 } },
      "- tiles.t.config.alert: An alert is a separate resource. Declare an Alert on this tile, and remove it here.",
    ],
    [
      "a tile in PromQL",
      { configType: "promql", promqlExpression: "up", displayType: "line" },
      "- tiles.t.config: The API does not support tiles in PromQL. Remove the tile from the body.",
    ],
  ])("is refused with %s", (_, config, sentence) => {
    expect(refused(body(uiTile(config)))).toEqual([
      "test/taken: The body contains content that cannot be declared:",
      sentence,
    ]);
  });
});

describe("an object to which the JSON refers", () => {
  const named = body(
    apiTile("A", chart({ sourceId: "Traces" })),
    apiTile("B"),
    apiTile("C", { configType: "sql", displayType: "number", connectionId: "Main", sqlTemplate: "SELECT 1" }),
    apiTile("D", {
      ...chart({ displayType: "table" }),
      onClick: { type: "dashboard", target: { mode: "id", id: OTHER } },
    }),
  );

  test("is used by its id, or looked up by its name", () => {
    const { data, resource } = synthesized((stack) => Dashboard.fromJson(stack, "taken", named));
    expect(data).toMatchObject({
      clickstack_source: { "source-traces": {} },
      clickstack_connection: { "connection-main": {} },
    });
    expect(only(resource?.clickstack_dashboard).tiles).toMatchObject({
      a: { config: { source_id: reference("data.clickstack_source.source-traces.id") } },
      b: { config: { source_id: ID } },
      c: { config: { connection_id: reference("data.clickstack_connection.connection-main.id") } },
      d: { config: { on_click: { target: { mode: "id", id: OTHER } } } },
    });
  });

  test("is replaced by the object that the options map it to", () => {
    const { data, resource } = synthesized((stack) => {
      const logs = Source.byName(stack, "Logs");
      const other = new Dashboard(stack, "other", { name: "Other" });
      const sources = { Traces: logs, [ID]: OTHER };
      Dashboard.fromJson(stack, "taken", named, { sources, connections: { Main: ID }, dashboards: { [OTHER]: other } });
    });
    expect(Object.keys(data ?? {})).toEqual(["clickstack_source"]);
    expect(resource?.clickstack_dashboard?.taken?.tiles).toMatchObject({
      a: { config: { source_id: reference("data.clickstack_source.source-logs.id") } },
      b: { config: { source_id: OTHER } },
      c: { config: { connection_id: ID } },
      d: { config: { on_click: { target: { mode: "id", id: reference("clickstack_dashboard.other.id") } } } },
    });
  });

  test("is refused if its name is misspelled in the options", () => {
    expect(refused(named, { sources: { Trace: ID } })).toEqual([
      "test/taken: The body contains content that cannot be declared:",
      `- sources["Trace"]: The body does not contain this name. Did you mean "Traces"? It contains "Traces", "${ID}".`,
    ]);
  });
});

describe("props in addition to the JSON", () => {
  test("replace its values, and can replace single tiles", () => {
    const own = tile.markdown({ markdown: "mine" });
    const attributes = taken(body(apiTile("A"), apiTile("B")), {
      name: "Mine",
      tags: ["own"],
      tiles: { b: own, c: own },
      lifecycle: { preventDestroy: true },
    });
    expect(attributes).toMatchObject({ name: "Mine", tags: ["own"], lifecycle: { prevent_destroy: true } });
    expect(Object.entries(attributes.tiles).map(([key, { config }]) => [key, config.display_type])).toEqual([
      ["a", "line"],
      ["b", "markdown"],
      ["c", "markdown"],
    ]);
  });

  test("can be combined with method calls, and alerts can watch the tiles by their keys", () => {
    const build = (key: string) => (stack: TerraformStack) => {
      const dashboard = Dashboard.fromJson(stack, "taken", exportedText(EXPORTED.response));
      dashboard.addTile("more", tile.number({ source: ID, select: [count()] }));
      const notify = [{ type: "webhook", webhookId: ID }] as const;
      new Alert(stack, "alert", { on: dashboard.tile(key), when: above(1), every: "5m", notify });
    };
    const { resource } = synthesized(build("error_rate"));
    expect(only(resource?.clickstack_alert).tile_id).toBe(
      reference('clickstack_dashboard.taken.tile_ids["error_rate"]'),
    );
    expect(only(resource?.clickstack_dashboard).tiles).toHaveProperty("more");
    expect(mistakes(build("routes"))).toEqual([
      expect.stringContaining('on: The tile "routes" of test/taken cannot be watched. A table tile cannot alert.'),
    ]);
    expect(() => synthesized(build("eror_rate"))).toThrow(
      'The tile "eror_rate" does not exist. Did you mean "error_rate"?',
    );
  });
});

describe("an undeclared field in the JSON", () => {
  const strange = {
    ...body(apiTile("A", chart({ sparkles: { on: true }, groupby: "a", empty: "" }))),
    theme: "dark",
  };

  test("is refused with its path, and all errors are reported together", () => {
    const fix = 'Remove it from the body, or set unknownFields: "drop" to leave out all such fields.';
    expect(refused(strange)).toEqual([
      "test/taken: The body contains content that cannot be declared:",
      `- tiles.a.config.sparkles: The API has no such field; the body contains {"on":true}. ${fix}`,
      `- tiles.a.config.groupby: The API has no such field; the body contains "a". ${fix}`,
      `- theme: The API has no such field; the body contains "dark". ${fix}`,
    ]);
  });

  test("is omitted if an option requests it", () => {
    expect(differences(taken(strange, { unknownFields: "drop" }), taken(body(apiTile("A"))))).toEqual([]);
  });
});

test.each<[string, unknown, string]>([
  ["a text that is not JSON", "{", "test/taken: The text is not valid JSON"],
  [
    "the path of a file",
    "board.json",
    'test/taken: The text is not valid JSON. Fix: Pass the content of the file: readFileSync(file, "utf8").',
  ],
  [
    "JSON that is not a dashboard",
    { name: "D" },
    "test/taken: A dashboard's body must be an object with a list of tiles",
  ],
  ["a list of dashboards", { data: [body()] }, "test/taken: A dashboard's body must be an object with a list of tiles"],
])("an invalid argument is refused: %s", (_, given, sentence) => {
  expect(refused(given)[0]).toContain(sentence);
});

test("all invalid content is reported together, for each tile", () => {
  const unknownKind = { ...apiTile("A", { displayType: "sparkline", sourceId: ID }), w: undefined };
  const idle = apiTile("B", chart({ select: [{ aggFn: "sum", valueExpression: "" }] }));
  expect(refused(body(unknownKind, apiTile("Fine"), idle))).toEqual([
    "test/taken: The body contains content that cannot be declared:",
    expect.stringContaining('- tiles.a.config.displayType: Must be one of "line", "stacked_bar"'),
    '- tiles.b.config.select[0].valueExpression: The aggregate function "sum" requires the column or expression to aggregate.',
  ]);
});

describe("the dashboard templates of the UI", () => {
  const template = (name: string) => exportedText(`templates/${name}.json`);

  test.each(["dotnet", "go", "jvm", "nodejs", "python"])(
    "are accepted unchanged, with the standard value of metrics without a name: %s",
    (name) => {
      const text = template(name);
      const { tiles } = taken(text);
      const body = JSON.parse(text) as { tiles: { config: { select: { aggFn: string }[] } }[] };
      expect(Object.keys(tiles)).toHaveLength(body.tiles.length);
      const items = Object.values(tiles).flatMap(({ config }) => config.select as Record<string, unknown>[]);
      const wanted = body.tiles.flatMap(({ config }) => config.select.map(({ aggFn }) => aggFn));
      expect(items.map((item) => `${item.agg_fn} ${item.value_expression}`).sort()).toEqual(
        wanted.map((aggFn) => `${aggFn} ${aggFn === "count" ? undefined : "Value"}`).sort(),
      );
    },
  );

  test("are refused with a reason for each tile that the API does not support", () => {
    const whole = "The API does not support a condition of a whole chart. Move it into the condition of each value.";
    expect(refused(template("browser"))).toEqual([
      "test/taken: The body contains content that cannot be declared:",
      `- tiles.sessions_with_errors.config.where: ${whole}`,
      `- tiles.errors_over_time.config.where: ${whole}`,
    ]);
  });

  test("are accepted without unsupported tiles if an option requests it, and the dashboard and its warnings list the tiles", () => {
    let dashboard: Dashboard | undefined;
    const { resource } = synthesized((stack) => {
      dashboard = Dashboard.fromJson(stack, "taken", template("browser"), { unsupportedTiles: "skip" });
    });
    const attributes = only(resource?.clickstack_dashboard) as Attributes;
    expect(Object.keys(attributes.tiles)).toEqual(["colors", "lcp_p75", "pages", "visits"]);
    expect(dashboard?.skippedTiles).toEqual([
      {
        key: "sessions_with_errors",
        name: "Sessions with errors",
        reasons: [
          expect.stringContaining("tiles.sessions_with_errors.config.where: The API does not support a condition"),
        ],
      },
      expect.objectContaining({ key: "errors_over_time", name: "Errors over time" }),
    ]);
    const warnings = dashboard?.node.metadata.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => data);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The tile "Sessions with errors" is left out\. An apply removes it from an existing dashboard/,
      ),
      expect.stringMatching(/^The tile "Errors over time" is left out/),
      expect.stringMatching(/^tiles\.pages\.config\.limit: The API does not support a row limit/),
    ]);
  });

  test("print their warnings once at synthesis, so that a program shows them without the CDKTF CLI", () => {
    const app = new App({ outdir: temporaryFolder() });
    const stack = new TerraformStack(app, "test");
    new ClickStackProvider(stack, "clickstack", { executable: executableFile() });
    Dashboard.fromJson(stack, "taken", template("browser"), { unsupportedTiles: "skip" });
    app.synth();
    app.synth();
    expect(printed).toEqual([
      expect.stringMatching(
        /^Warning: \[test\/taken\] The tile "Sessions with errors" is left out\. An apply removes it.*\n$/,
      ),
      expect.stringMatching(/^Warning: \[test\/taken\] The tile "Errors over time" is left out/),
      expect.stringMatching(
        /^Warning: \[test\/taken\] tiles\.pages\.config\.limit: The API does not support a row limit/,
      ),
    ]);
  });

  test("are accepted if the author replaces unsupported tiles", () => {
    const [sessions, errors] = [tile.markdown({ markdown: "a" }), tile.markdown({ markdown: "b" })];
    const { tiles } = taken(template("browser"), {
      tiles: { sessions_with_errors: sessions, errors_over_time: errors },
    });
    expect(tiles.sessions_with_errors?.config).toEqual({ display_type: "markdown", markdown: "a" });
    expect(Object.keys(tiles)).toHaveLength(6);
  });
});
