import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamicValue, FunctionArgumentError, type ObjectValue, type Value } from "../../../src/plugin";
import { provider } from "../../../src/provider/provider";

const LOGS = "6955b9000000005000000001";

const fixture = (name: string) => readFileSync(join(__dirname, "..", "..", "fixtures", "dashboards", name), "utf8");

function call(name: string, ...args: readonly Value[]): Value {
  const declared = provider.functions?.[name];
  if (!declared) {
    throw new Error(`no function ${name}`);
  }
  return declared.call(args) as Value;
}

function refusal(name: string, ...args: readonly Value[]): FunctionArgumentError {
  try {
    call(name, ...args);
  } catch (error) {
    if (error instanceof FunctionArgumentError) {
      return error;
    }
    throw error;
  }
  throw new Error("It was not refused.");
}

const tile = (config: object, more: object = {}) => ({ name: "Errors", x: 0, y: 0, w: 12, h: 4, config, ...more });
const line = { displayType: "line", sourceId: LOGS, select: [{ aggFn: "count", where: "level:error" }] };

describe("dashboard_from_json", () => {
  test("returns the attributes of a dashboard, with null for fields that the JSON does not contain", () => {
    const json = JSON.stringify({
      data: { id: "5".repeat(24), name: "Checkout", tiles: [{ ...tile(line), id: "t" }] },
    });
    expect(call("dashboard_from_json", json)).toEqual({
      ...{ name: "Checkout", tags: null, filters: null, containers: null, extra_fields: null },
      ...{ saved_query: null, saved_query_language: null, saved_filter_values: null },
      tiles: {
        errors: {
          ...{ name: "Errors", x: 0, y: 0, w: 12, h: 4 },
          config: { display_type: "line", source_id: LOGS, select: [{ agg_fn: "count", where: "level:error" }] },
        },
      },
    });
  });

  test("reads an export of the UI, with a mapping of its names to ids", () => {
    const exported = fixture("browser.export.json");
    const names = [...new Set([...exported.matchAll(/"source": ?"([A-Z][^"]*)"/g)].map(([, name = ""]) => name))];
    expect(names.length).toBeGreaterThan(0);
    expect(refusal("dashboard_from_json", exported).message).toContain(
      `Pass its id as a further argument: { sources = { "${names[0]}" = data.clickstack_source.NAME.id } }`,
    );
    const given = Object.fromEntries(names.map((name) => [name, LOGS]));
    const { tiles } = call(
      "dashboard_from_json",
      exported,
      { sources: given },
      { connections: { "Local ClickHouse": "6955b900000000c000000001" } },
    ) as ObjectValue;
    expect(JSON.stringify(tiles)).toContain(`"source_id":"${LOGS}"`);
  });

  test.each(["storefront-red.response.json", "clickhouse-health.body.json", "payments.series.json"])(
    "accepts %s, and accepts the JSON that dashboard_to_json returns for it",
    (name) => {
      const attributes = call("dashboard_from_json", fixture(name)) as ObjectValue;
      const json = String(call("dashboard_to_json", new DynamicValue("dynamic", attributes)));
      expect(call("dashboard_from_json", json)).toEqual(attributes);
      expect(Object.keys(attributes.tiles as object).length).toBeGreaterThan(1);
    },
  );

  test("sets the given ids as targets of clicks, and lists the names that have no given id", () => {
    const onClick = (id: string) => ({ type: "dashboard", target: { mode: "id", id } });
    const json = JSON.stringify({
      name: "Links",
      tiles: [
        tile({ displayType: "table", sourceId: LOGS, select: [{ aggFn: "count" }], onClick: onClick("Payments") }),
      ],
    });
    const target = (...references: readonly Value[]) =>
      (call("dashboard_from_json", json, ...references) as { tiles: { errors: { config: { on_click: ObjectValue } } } })
        .tiles.errors.config.on_click.target;
    expect(target()).toEqual({ mode: "template", template: "Payments" });
    expect(target({ dashboards: { Payments: "7".repeat(24) } })).toEqual({ mode: "id", id: "7".repeat(24) });
  });

  test("refuses every part that cannot be declared, with its path", () => {
    const json = JSON.stringify({
      name: "Strange",
      theme: "dark",
      tiles: [
        tile({ ...line, sparkles: true }),
        { ...tile({ ...line, sourceId: "Nope" }), name: "Latency", x: undefined },
      ],
    });
    const { index, message } = refusal("dashboard_from_json", json);
    expect(index).toBe(0);
    expect(message.split("\n")).toEqual([
      "The JSON cannot be converted:",
      expect.stringMatching(/^ {2}- theme: The API has no such field; the body contains "dark"/),
      expect.stringMatching(/^ {2}- tiles\.errors\.config\.sparkles: The API has no such field/),
      expect.stringMatching(/^ {2}- tiles\.latency: The tile has no x/),
      expect.stringMatching(/^ {2}- sources: The JSON names the source "Nope"/),
    ]);
  });

  test("accepts a mapping with names that the JSON does not contain", () => {
    const json = JSON.stringify({ name: "n", tiles: [] });
    const mapping = { sources: { Logs: LOGS, Traces: LOGS } };
    expect(call("dashboard_from_json", json, mapping)).toMatchObject({ name: "n", tiles: {} });
  });

  test("omits tiles that cannot be declared if an option allows it", () => {
    const broken = { ...tile({ ...line, sparkles: true }), name: "Broken" };
    const json = JSON.stringify({ name: "n", tiles: [tile(line), broken] });
    const skip = { options: { unsupported_tiles: "skip" } };
    const { tiles } = call("dashboard_from_json", json, skip) as unknown as { tiles: object };
    expect(Object.keys(tiles)).toEqual(["errors"]);
  });

  test.each([
    [{ unsupported_tile: "skip" }, 'The option "unsupported_tile" does not exist.'],
    [{ strict: "maybe" }, 'The option strict is "maybe". Set it to true or false.'],
  ])("refuses the options %j", (options, message) => {
    const json = JSON.stringify({ name: "n", tiles: [] });
    expect(refusal("dashboard_from_json", json, { options }).message).toContain(message);
  });

  test("refuses a text that is not a dashboard, and names of objects that the mapping does not contain", () => {
    // The text may be sensitive, so the error does not repeat it.
    expect(refusal("dashboard_from_json", '{"a": hunter2}').message).toBe("The text is not valid JSON.");
    expect(refusal("dashboard_from_json", "board.json").message).toBe(
      "The text is not valid JSON. Fix: Pass the content of the file: file(path).",
    );
    expect(refusal("dashboard_from_json", "[]").message).toContain("A dashboard's body must be an object");
    const json = JSON.stringify({ name: "n", tiles: [] });
    expect(
      refusal("dashboard_from_json", json, { sources: { Lgos: LOGS }, options: { strict: "true" } }).message,
    ).toContain('sources["Lgos"]: The JSON does not name it.');
    expect(refusal("dashboard_from_json", json, { source: {} })).toMatchObject({
      index: 1,
      message: '"source" is not a valid key. Did you mean "sources"? Use sources, connections, dashboards or options.',
    });
  });
});

describe("dashboard_to_json", () => {
  test("returns the JSON of a dashboard in a state, without its ids and its address", () => {
    const config = {
      display_type: "line",
      source_id: LOGS,
      select: [{ agg_fn: "count", where: null }],
      group_by: null,
    };
    const attributes = {
      ...{
        id: "5".repeat(24),
        name: "Checkout",
        tile_ids: { errors: "t" },
        url: "http://localhost:8080/dashboards/5",
        tags: null,
      },
      tiles: { errors: { name: "Errors", x: 0, y: 0, w: 12, h: 4, config, other_fields: null } },
    };
    expect(JSON.parse(String(call("dashboard_to_json", new DynamicValue("dynamic", attributes))))).toEqual({
      name: "Checkout",
      tiles: [tile({ ...line, select: [{ aggFn: "count" }] })],
    });
  });

  test("refuses a value that is not a dashboard, and the error contains the attribute", () => {
    const { message } = refusal("dashboard_to_json", {
      name: "n",
      tiles: { a: { name: "A", x: 0, y: 0, w: 99, h: 1 } },
    });
    expect(message).toMatch(/^The argument is not a valid dashboard:\n {2}- tiles\["a"\]/);
    expect(refusal("dashboard_to_json", "text").message).toBe("A dashboard is an object with a name and tiles.");
  });
});

test("parse_duration returns the seconds of a duration, and refuses other texts", () => {
  expect(["90s", "5m", "72h", "7d", "2w"].map((text) => call("parse_duration", text))).toEqual([
    ...[90, 300, 259_200, 604_800, 1_209_600],
  ]);
  expect(refusal("parse_duration", "5 minutes").message).toBe(
    'Must be a whole number with its unit, such as 30m, 72h or 7d (s, m, h, d and w are seconds to weeks); it is "5 minutes".',
  );
});
