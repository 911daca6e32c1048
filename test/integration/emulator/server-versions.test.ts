import { type EmulatedVersion, seedIds } from "../../../src/emulator";
import {
  alertBody,
  created,
  dashboard,
  type Json,
  lineConfig,
  type Running,
  start,
} from "../../support/emulator/support";

const VERSIONS = ["2.36", "2.38", "2.40"] as const;
const servers = {} as Record<EmulatedVersion, Running>;

beforeAll(async () => {
  for (const serverVersion of VERSIONS) {
    servers[serverVersion] = await start({ serverVersion });
  }
});

afterAll(async () => {
  for (const { emulator } of Object.values(servers)) {
    await emulator.stop();
  }
});

const staticList = { type: "STATIC_LIST", name: "Environment", options: ["prod", "stage"] };
const label = { type: "PROMETHEUS_LABEL", name: "Pod", sourceId: seedIds.promql, label: "k8s.pod.name" };
const query = { type: "QUERY_EXPRESSION", name: "Service", expression: "ServiceName", sourceId: seedIds.logs };
const flags = { isBroadcastEnabled: false, isVariableEnabled: true };
const required = { minSelections: 1, isGlobalRequirement: true };

/** Creates a dashboard with fields, and returns it or the text of the refusal. */
async function board(version: EmulatedVersion, fields: Json): Promise<Json> {
  const body = { name: "B", tiles: [], ...fields };
  const { status, json } = await servers[version].openSource.post("/dashboards", body);
  return status === 200 ? json.data : json.message.replace("Body validation failed: ", "");
}

const filters = async (version: EmulatedVersion, ...list: Json[]): Promise<Json> => {
  const made = await board(version, { filters: list });
  return typeof made === "string" ? made : made.filters;
};

describe("the filter types of a dashboard", () => {
  test.each(["2.38", "2.40"] as const)("are stored by version %s with their fixed flags", async (version) => {
    expect(await filters(version, staticList, { ...label, match: 'up{job="api"}' })).toEqual([
      { id: expect.any(String), ...staticList, ...flags },
      { id: expect.any(String), ...label, match: 'up{job="api"}', ...flags },
    ]);
  });

  test("are refused by version 2.36 like any unknown type", async () => {
    expect(await filters("2.36", staticList)).toContain(
      "filters.0.type: Invalid enum value. Expected 'QUERY_EXPRESSION', received 'STATIC_LIST'",
    );
  });

  test.each<[string, Json[], string]>([
    [
      "an unknown type",
      [{ type: "ADHOC", name: "x" }],
      "filters.0.type: Invalid discriminator value. Expected 'QUERY_EXPRESSION' | 'STATIC_LIST' | 'PROMETHEUS_LABEL'",
    ],
    [
      "a field of another type",
      [{ ...staticList, expression: "a", sourceId: seedIds.logs }],
      "filters.0: Unrecognized key(s) in object: 'expression', 'sourceId'",
    ],
    [
      "a list without options",
      [{ ...staticList, options: [] }],
      "filters.0.options: Array must contain at least 1 element(s)",
    ],
    [
      "a repeated option",
      [staticList, { ...staticList, name: "Zone", options: ["a", "A", "b", "A"] }],
      'filters.1.options: Filter "Zone" repeats the option "A"; options must be unique',
    ],
    [
      "a list that is applied to tiles",
      [{ ...staticList, isBroadcastEnabled: true }],
      "filters.0.isBroadcastEnabled: Invalid literal value, expected false",
    ],
    [
      "a variable name that equals the derived name of another filter",
      [staticList, { ...label, variableName: "Environment" }],
      'filters.1.variableName: Variable names must be unique: "Environment"',
    ],
    [
      "a label of a source of another kind",
      [{ ...label, sourceId: seedIds.logs }],
      `Prometheus label filters require a PromQL source. The following source IDs are not PromQL sources: ${seedIds.logs}`,
    ],
    [
      "a label of a missing source",
      [{ ...label, sourceId: "6955b90000000050000000ff" }],
      "Could not find the following source IDs: 6955b90000000050000000ff",
    ],
  ])("are refused by version 2.40: %s", async (_, list, text) => {
    expect(await filters("2.40", ...list)).toBe(text);
  });

  test("require their ids in an update, and an update can change the type", async () => {
    const { openSource } = servers["2.40"];
    const {
      id,
      filters: [first],
    } = await board("2.40", { filters: [query] });
    const changed = { id: first.id, ...staticList };
    const { json } = await openSource.put(`/dashboards/${id}`, { name: "B", tiles: [], filters: [changed] });
    expect(json.data.filters).toEqual([{ ...changed, ...flags }]);
    const refused = await openSource.put(`/dashboards/${id}`, { name: "B", tiles: [], filters: [staticList] });
    expect(refused.json.message).toBe("Body validation failed: filters.0.id: Required");
  });

  test.each([query, { ...staticList, ...flags }, { ...label, ...flags }])(
    "have the requirement in version 2.40 only if the filter is required: $type",
    async (filter) => {
      const [kept] = await filters("2.40", { ...filter, ...required });
      expect(kept).toMatchObject(required);
      for (const without of [{ minSelections: 0, isGlobalRequirement: true }, { isGlobalRequirement: true }, {}]) {
        expect(await filters("2.40", { ...filter, ...without })).toEqual([{ id: expect.any(String), ...filter }]);
      }
      expect(await filters("2.38", { ...filter, ...required })).toBe(
        "filters.0: Unrecognized key(s) in object: 'minSelections', 'isGlobalRequirement'",
      );
    },
  );

  test("are refused by the managed deployment in every version", async () => {
    const { status, json } = await servers["2.40"].clickStack.post("/dashboards", {
      name: "B",
      tiles: [],
      filters: [staticList],
    });
    expect(status).toBe(400);
    expect(json.error).toContain("filters.0.type: Invalid enum value");
  });
});

test("saved values of a variable are stored since version 2.38, and unknown fields in them are refused", async () => {
  const variable = { type: "variable", name: "env", values: ["a", "b"] };
  const savedFilterValues = [variable, { condition: "a = 1" }];
  expect(await board("2.40", { savedFilterValues })).toMatchObject({
    savedFilterValues: [variable, { type: "sql", condition: "a = 1" }],
  });
  expect(await board("2.40", { savedFilterValues: [{ ...variable, condition: "" }] })).toBe(
    "savedFilterValues.0: Unrecognized key(s) in object: 'condition'",
  );
  expect(await board("2.36", { savedFilterValues })).toContain("savedFilterValues.0.type: Invalid literal value");
});

describe("the tile configurations of a version", () => {
  const metric = { metricName: "m", metricType: "gauge" };
  const line = (item: Json) => ({ ...dashboard({ ...lineConfig, sourceId: seedIds.metrics, select: [item] }) });
  const missing = "Value expression is required for non-count aggregation functions";
  const place = "tiles.0.config.select.0";

  test.each<[string, Json, Record<EmulatedVersion, string | undefined>]>([
    [
      "a metric without an expression",
      { aggFn: "avg", ...metric },
      { "2.36": `${place}: ${missing}`, "2.38": `${place}: ${missing}`, "2.40": undefined },
    ],
    [
      "a metric without a type",
      { aggFn: "avg", metricName: "m" },
      { "2.36": `${place}: ${missing}`, "2.38": `${place}: ${missing}`, "2.40": `${place}: ${missing}` },
    ],
    [
      "a summary",
      { aggFn: "count", metricType: "summary" },
      { "2.36": undefined, "2.38": undefined, "2.40": `${place}.metricType: No query support for metric type summary` },
    ],
    [
      "the increase of a gauge",
      { aggFn: "increase", valueExpression: "Value", ...metric },
      {
        "2.36": undefined,
        "2.38": undefined,
        "2.40": `${place}.aggFn: The increase aggregation function requires the metric type sum`,
      },
    ],
    [
      "the increase of a sum",
      { aggFn: "increase", metricName: "m", metricType: "sum", valueExpression: "Value" },
      { "2.36": undefined, "2.38": undefined, "2.40": undefined },
    ],
  ])("are stored or refused as in the real version: %s", async (_, item, expected) => {
    for (const version of VERSIONS) {
      const made = await board(version, line(item));
      expect([version, typeof made === "string" ? made : undefined]).toEqual([version, expected[version]]);
    }
  });

  test("ignore an unknown configType before version 2.38, which refuses it", async () => {
    const body = dashboard({ ...lineConfig, configType: "promql" });
    expect(await board("2.36", body)).toMatchObject({ tiles: [{ config: lineConfig }] });
    expect(await board("2.38", body)).toBe(
      'tiles.0.config.configType: configType must be "sql" or omitted (builder configs carry no configType)',
    );
  });
});

describe("the alerts of a version", () => {
  async function onTile(version: EmulatedVersion): Promise<Json> {
    const { id, tiles } = await created(servers[version].openSource, dashboard(lineConfig));
    return { ...alertBody, dashboardId: id, tileId: tiles[0].id };
  }
  const post = (version: EmulatedVersion, body: Json) => servers[version].openSource.post("/alerts", body);

  test("lose the upper bound since 2.40 when they no longer compare with a range", async () => {
    for (const [version, left] of [
      ["2.36", 20],
      ["2.38", 20],
      ["2.40", undefined],
    ] as const) {
      const body = await onTile(version);
      const { json } = await post(version, { ...body, thresholdType: "between", thresholdMax: 20 });
      const { openSource } = servers[version];
      const kept = await openSource.put(`/alerts/${json.data.id}`, {
        ...body,
        thresholdType: "not_between",
        thresholdMax: 20,
      });
      expect(kept.json.data.thresholdMax).toBe(20);
      const { json: changed } = await openSource.put(`/alerts/${json.data.id}`, body);
      expect([version, changed.data.thresholdMax]).toEqual([version, left]);
    }
  });

  test("are refused since 2.38 if they have a chart and another source, and 2.36 drops the chart", async () => {
    for (const version of ["2.36", "2.38"] as const) {
      const { status, json } = await post(version, { ...(await onTile(version)), chartConfig: lineConfig });
      const message = 'Body validation failed: chartConfig: chartConfig is only supported when source is "inline"';
      expect([status, json.message]).toEqual(version === "2.36" ? [200, undefined] : [400, message]);
    }
  });

  test("are refused since 2.38 with an error that contains the missing field", async () => {
    const { tileId: _, ...without } = await onTile("2.36");
    expect((await post("2.36", without)).json.message).toBe("Body validation failed: Invalid input");
    expect((await post("2.38", without)).json.message).toBe("Body validation failed: tileId: Required");
  });

  test("can have a filter of the whole chart only in builder charts", async () => {
    const sqlTemplate = "SELECT $__timeInterval(Timestamp), count() FROM otel_logs GROUP BY 1";
    const raw = { configType: "sql", displayType: "line", connectionId: seedIds.connection, sqlTemplate };
    const { source: _, ...rest } = alertBody;
    const { status, json } = await post("2.40", { ...rest, source: "inline", chartConfig: { ...raw, where: "a" } });
    expect([status, json.message]).toEqual([
      400,
      "Body validation failed: chartConfig.where: where is not supported for raw SQL charts; filter inside sqlTemplate",
    ]);
  });
});

test("the shortest automatic interval of a metric source is stored since version 2.40, in the long notation", async () => {
  const source = {
    ...{ name: "M", kind: "metric", connection: seedIds.connection, timestampValueExpression: "TimeUnix" },
    ...{ from: { databaseName: "default", tableName: "" }, metricTables: { gauge: "g" } },
    ...{ resourceAttributesExpression: "ResourceAttributes", minAutoGranularity: "5 minute" },
  };
  const stored = async (version: EmulatedVersion) =>
    (await servers[version].openSource.post("/sources", source)).json.data;
  expect((await stored("2.38")).minAutoGranularity).toBeUndefined();
  const { id, minAutoGranularity } = await stored("2.40");
  expect(minAutoGranularity).toBe("5 minute");
  const { openSource, clickStack } = servers["2.40"];
  expect((await openSource.put(`/sources/${id}`, { ...source, minAutoGranularity: "5m" })).status).toBe(400);
  const { json } = await clickStack.get(`/sources/${id}`);
  expect(json.result.minAutoGranularity).toBeUndefined();
});

describe("a server with the switch etags", () => {
  let server: Running;
  let path: string;
  const body = { name: "B", tiles: [] };

  beforeAll(async () => {
    server = await start({ switches: { etags: true } });
    path = `/dashboards/${(await created(server.openSource, body)).id}`;
  });
  afterAll(() => server.emulator.stop());

  const etag = async () => (await server.openSource.get(path)).headers.get("etag");
  const put = async (ifMatch?: string) => {
    const { endpoint, accessKey } = server.endpoints.openSource;
    const headers = { Authorization: `Bearer ${accessKey}`, "Content-Type": "application/json" };
    const given: Record<string, string> = ifMatch === undefined ? {} : { "If-Match": ifMatch };
    const response = await fetch(`${endpoint}/api/v2${path}`, {
      method: "PUT",
      headers: { ...headers, ...given },
      body: JSON.stringify(body),
    });
    return response.status;
  };

  test("increases the version number with each write, also with an edit in the UI", async () => {
    expect(await etag()).toBe('"1"');
    expect(await put()).toBe(200);
    expect(await etag()).toBe('"2"');
    await server.ui.patch(`/api/v2${path}`, { name: "By hand" });
    expect(Number((await etag())?.replaceAll('"', ""))).toBeGreaterThan(2);
  });

  test("compares the version in If-Match with each update", async () => {
    const current = String(await etag());
    expect(await put('"1"')).toBe(412);
    expect(await put(`${current}, "1"`)).toBe(400);
    expect(await put("1")).toBe(400);
    expect(await put('W/"1"')).toBe(400);
    expect(await etag()).toBe(current);
    expect(await put(current)).toBe(200);
    expect(await put(current)).toBe(412);
    expect(await put("*")).toBe(200);
  });

  test("returns no version in a list or for other objects, and a server without the switch returns none", async () => {
    const plain = await created(servers["2.40"].openSource, body);
    const read = await servers["2.40"].openSource.get(`/dashboards/${plain.id}`);
    expect(read.headers.get("etag")).not.toMatch(/^"\d+"$/);
  });
});
