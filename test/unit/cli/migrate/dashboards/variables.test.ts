// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the SQL of Grafana contains variables
import type { Variable } from "../../../../../src/cli/commands/migrate/input/dashboards";
import { convert, LOGS, panel, section, variable } from "./conversion";

const SQL = "SELECT count() AS c FROM t WHERE service IN ($service)";

function converted(variables: Variable[], sql = SQL, changes = {}) {
  const { dashboard, tiles, outcomes } = convert([section([panel("table", sql)])], { variables }, changes);
  return {
    dashboard,
    sql: (tiles[0]?.config as { sqlTemplate?: string } | undefined)?.sqlTemplate,
    outcome: outcomes[0],
  };
}

test("a list of values becomes a static list with the selected values", () => {
  const { dashboard, sql, outcome } = converted([
    variable("custom", "service", { label: "Service", options: ["a", "b", "a"], current: ["b"] }),
  ]);

  expect(dashboard?.filters).toEqual([
    { type: "STATIC_LIST", name: "Service", variableName: "service", options: ["a", "b"] },
  ]);
  expect(dashboard?.savedFilterValues).toEqual([{ type: "variable", name: "service", values: ["b"] }]);
  expect(sql).toContain("$__filter(service, $service)");
  expect(outcome?.class).toBe("exact");
});

test("all values are selected by an empty selection", () => {
  expect(
    converted([variable("custom", "service", { options: ["a"], includesAll: true })]).dashboard,
  ).not.toHaveProperty("savedFilterValues");
  expect(converted([variable("custom", "service", { options: ["a"] })]).dashboard?.savedFilterValues).toHaveLength(1);
});

test("a list of the values of a column becomes a filter of the source of its table", () => {
  const query =
    "SELECT DISTINCT ServiceName FROM otel.logs WHERE env = '$env' AND $__timeFilter(Timestamp) ORDER BY ServiceName";
  const variables = [
    variable("custom", "env", { options: ["prod"] }),
    variable("query", "service", { query, includesAll: true }),
  ];
  const { dashboard, outcome } = converted(variables);

  expect(dashboard?.filters?.[1]).toEqual({
    ...{ name: "service", variableName: "service", expression: "ServiceName", sourceId: LOGS },
    ...{ isBroadcastEnabled: false, isVariableEnabled: true, where: "$__filter(env, $env)" },
  });
  expect(outcome?.class).toBe("exact");
});

test.each([
  "SELECT DISTINCT a FROM otel.traces",
  "SELECT DISTINCT a, b FROM otel.logs",
  "SELECT a FROM otel.logs",
  "label_values(up, job)",
])("the list %s has the known values", (query) => {
  const { dashboard, outcome } = converted([variable("query", "service", { query, options: ["a", "b"] })]);

  expect(dashboard?.filters).toEqual([
    { type: "STATIC_LIST", name: "service", variableName: "service", options: ["a", "b"] },
  ]);
  expect(outcome?.differences).toEqual(["The variable service has a fixed list of values."]);
});

test("values of the user replace those of the export", () => {
  const valuesOf = () => ["x"];

  expect(
    converted([variable("query", "service", { options: ["a"] })], SQL, { valuesOf }).dashboard?.filters,
  ).toMatchObject([{ options: ["x"] }]);
});

test("a variable without known values is a difference", () => {
  const { dashboard, outcome, sql } = converted([variable("query", "service", { includesAll: true })]);

  expect(sql).toBe("SELECT count() AS c FROM t WHERE 1=1");
  expect(dashboard).not.toHaveProperty("filters");
  expect(outcome).toMatchObject({
    class: "approximated",
    differences: ["The values of the variable service are not known, so that the tile does not filter by it."],
  });
});

test("servers without variables get the selected values", () => {
  const { dashboard, sql, outcome } = converted(
    [variable("custom", "service", { options: ["a", "b"], current: ["b"] })],
    SQL,
    { isOpenSource: false },
  );

  expect(dashboard).not.toHaveProperty("filters");
  expect(sql).toMatch(/service IN \('?b'?\)$/);
  expect(outcome?.differences).toEqual(["The variable `service` is fixed to `b`."]);
});

test("servers without variables do not filter by a variable with all values", () => {
  const { sql, outcome } = converted([variable("custom", "service", { options: ["a", "b"], includesAll: true })], SQL, {
    isOpenSource: false,
  });

  expect(sql).toBe("SELECT count() AS c FROM t WHERE 1=1");
  expect(outcome?.differences).toEqual([
    "The server has no variables, and all values of the variable service are selected, so that the tile does not filter by it.",
  ]);
});

test("texts and constants are inserted", () => {
  const { dashboard, sql, outcome } = converted(
    [variable("constant", "database", { query: "otel" }), variable("textbox", "limit", { query: "5", current: ["7"] })],
    "SELECT 1 AS a FROM $database.t LIMIT $limit",
  );

  expect(dashboard).not.toHaveProperty("filters");
  expect(sql).toBe("SELECT 1 AS a FROM otel.t LIMIT 7");
  expect(outcome?.differences).toContain("The variable `limit` is fixed to `7`.");
});

test("a list without values is an empty text", () => {
  const of = (fields: Partial<Variable>) => converted([variable("custom", "v", fields)], "SELECT '$v' AS a");

  expect(of({}).sql).toBe("SELECT '' AS a");
  expect(of({ includesAll: true }).outcome?.class).toBe("left out");
});

test("a title with an empty variable ends with an empty text", () => {
  const list = [variable("textbox", "id"), variable("custom", "shop", { includesAll: true })];
  const { tiles } = convert([section([panel("table", "SELECT 1 AS a", {}, { title: "Shop $shop: $id" })])], {
    variables: list,
  });

  expect(tiles.map(({ name }) => name)).toEqual(["Shop All:"]);
});

test("names of variables become valid and different", () => {
  const names = ["__proto__", "proto", "1st", "ä", "a".repeat(80), "__proto__2"];
  const { dashboard } = converted(
    names.map((name) => variable("custom", name, { options: ["x"] })),
    "SELECT 1 AS a",
  );
  const valid = dashboard?.filters?.map(({ variableName }) => variableName);

  expect(valid).toEqual(["proto__", "proto", "st", "variable", "a".repeat(60), "proto__2"]);
  expect(new Set(valid).size).toBe(names.length);
});

test("a variable of a filter in a title is a difference", () => {
  const each = panel("table", "SELECT 1 AS a", {}, { title: "Errors of $service" });
  const { tiles, outcomes } = convert([section([each])], {
    variables: [variable("custom", "service", { options: ["a"] })],
  });

  expect(tiles[0]?.name).toBe("Errors of $service");
  expect(outcomes[0]?.differences).toEqual([
    "Grafana shows the value of a variable in the title; ClickStack shows its name.",
  ]);
});

test("the interval of a panel can be a variable", () => {
  const each = panel("timeseries", "SELECT $__timeInterval(ts) AS time, count() AS c FROM t GROUP BY time", {
    interval: "$step",
  });
  const { tiles } = convert([section([each])], { variables: [variable("interval", "step", { current: ["10m"] })] });

  expect(tiles[0]?.config).toMatchObject({
    sqlTemplate: expect.stringContaining("greatest({intervalMilliseconds:Int64}, 600000)"),
  });
});

test("a regular expression for the values of a filter is a difference", () => {
  const query = "SELECT DISTINCT ServiceName FROM otel.logs";
  const { outcome } = converted([
    variable("query", "service", { query, includesAll: true, model: { regex: "/a.*/" } }),
  ]);

  expect(outcome?.differences).toEqual(["The list of service is not filtered by a regular expression."]);
});

test("a list whose texts differ from its values is a difference", () => {
  const differences = (type: string, texts: Map<string, string>) =>
    converted([variable(type, "service", { options: ["60"], texts })]).outcome?.differences;

  expect(differences("custom", new Map([["60", "One minute"]]))).toEqual([
    "The list of service shows values; Grafana shows texts for them.",
  ]);
  expect(differences("query", new Map([["60", "One minute"]]))).toEqual([
    "The variable service has a fixed list of values. The list of service shows values; Grafana shows texts for them.",
  ]);
  expect(differences("custom", new Map())).toEqual([]);
});

test("the format `text` writes the texts of the values", () => {
  const fields = { options: ["60", "it"], current: ["60"], texts: new Map([["60", "One minute"]]) };
  const sql = "SELECT if('${service:text}' = 'One minute', 1, 2) AS c FROM t";
  const titled = { title: "Per $service" };
  const inCloud = convert(
    [section([panel("table", sql, {}, titled)])],
    { variables: [variable("custom", "service", fields)] },
    { isOpenSource: false },
  );

  const inFilter = converted([variable("custom", "service", fields)], sql);
  expect(inFilter.sql).toBe(
    "SELECT if(transform('${service:csv}', ['60'], ['One minute']) = 'One minute', 1, 2) AS c FROM t",
  );
  expect(inFilter.outcome?.differences).toContain(
    "The query needs one value of the filter `service`, which can have none or several.",
  );
  expect(inCloud.tiles[0]?.config).toMatchObject({
    sqlTemplate: "SELECT if('One minute' = 'One minute', 1, 2) AS c FROM t",
  });
  expect(inCloud.tiles[0]?.name).toBe("Per One minute");
  expect(
    converted([variable("custom", "service", fields)], "SELECT 1 AS a WHERE b = '${service:text}x'").outcome?.class,
  ).toBe("left out");
});
