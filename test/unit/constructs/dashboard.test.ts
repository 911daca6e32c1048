import { TerraformVariable } from "cdktf";
import { count, Dashboard, type DashboardProps, Source, type Tiles, tile, verbatim } from "../../../src";
import { mistakes, only, reference, synthesized } from "../../support/constructs/synthesize";

const SOURCE = "0123456789abcdef01234567";
const markdown = tile.markdown({ markdown: "# Text" });

const dashboardWith = (props: DashboardProps) =>
  only(synthesized((stack) => new Dashboard(stack, "checkout", props)).resource?.clickstack_dashboard);

const tilesOf = (tiles: Tiles) => dashboardWith({ name: "D", tiles }).tiles as Record<string, Record<string, unknown>>;

const refusedTiles = (tiles: Record<string, unknown>) =>
  mistakes((stack) => new Dashboard(stack, "checkout", { name: "D", tiles: tiles as Tiles }));

test("a dashboard becomes a resource with Terraform's attribute names", () => {
  const attributes = dashboardWith({
    name: "Checkout",
    tags: ["production"],
    savedQuery: "level:error",
    savedQueryLanguage: "lucene",
    savedFilterValues: [{ condition: "level = 'error'" }],
    containers: [{ id: "top", title: "Top", collapsed: false, tabs: [{ id: "first", title: "First" }] }],
    filters: [{ name: "Service", expression: "ServiceName", source: SOURCE, appliesTo: [SOURCE] }],
    tiles: {
      errors: tile.line({
        name: "Errors",
        source: SOURCE,
        select: [count({ where: "level:error" })],
        containerId: "top",
        tabId: "first",
      }),
    },
  });
  expect(attributes).toEqual({
    name: "Checkout",
    tags: ["production"],
    saved_query: "level:error",
    saved_query_language: "lucene",
    saved_filter_values: [{ condition: "level = 'error'" }],
    containers: [{ id: "top", title: "Top", collapsed: false, tabs: [{ id: "first", title: "First" }] }],
    filters: [{ name: "Service", expression: "ServiceName", source_id: SOURCE, applies_to_source_ids: [SOURCE] }],
    tiles: {
      errors: {
        name: "Errors",
        x: 0,
        y: 0,
        w: 12,
        h: 7,
        container_id: "top",
        tab_id: "first",
        config: { display_type: "line", source_id: SOURCE, select: [{ agg_fn: "count", where: "level:error" }] },
      },
    },
  });
});

test("extra fields become JSON, which Terraform encodes if a value is only known at apply time", () => {
  const extraFields = { config: { newThing: verbatim("Cost: $" + "{a}") } };
  const attributes = dashboardWith({
    name: "D",
    filters: [{ name: "Service", expression: "ServiceName", source: SOURCE, extraFields: { required: true } }],
    tiles: { note: tile.markdown({ markdown: "# Text", extraFields }) },
    extraFields: { owner: reference("owner") },
  });
  expect(attributes).toMatchObject({
    filters: [{ extra_fields: '{"required":true}' }],
    tiles: { note: { extra_fields: expect.stringContaining('"newThing":"Cost: ') } },
    extra_fields: expect.stringMatching(/^\$\{jsonencode\(\{"owner" = .*\}\)\}$/),
  });
});

test("extra fields are refused with the prop if they can be declared or are not JSON", () => {
  const wrong = { name: "x", containerId: "c", config: { markdown: "x" }, when: new Date(0) };
  expect(refusedTiles({ note: tile.markdown({ markdown: "# Text", extraFields: wrong }) })).toEqual([
    "[test/checkout] tiles.note.extraFields.name: This field can be declared. Use `name` instead.",
    "[test/checkout] tiles.note.extraFields.containerId: This field can be declared. Use `containerId` instead.",
    "[test/checkout] tiles.note.extraFields.markdown: This field can be declared. Use `markdown` instead.",
    "[test/checkout] tiles.note.extraFields.when: Must be a JSON value: a text, number, boolean, list, object or null.",
  ]);
});

test.each([
  ["errors", "Errors"],
  ["slowRequests", "Slow requests"],
  ["slow_requests", "Slow requests"],
  ["p95.by-route", "P95 by route"],
  ["HTTPErrors", "Httperrors"],
])("the tile %s without a title gets the title %j", (key, name) => {
  expect(tilesOf({ [key]: markdown })[key]?.name).toBe(name);
});

test("an empty title stays empty", () => {
  expect(tilesOf({ text: tile.markdown({ name: "" }) }).text?.name).toBe("");
});

test("a looked-up source becomes a reference in tiles and filters", () => {
  const json = synthesized((stack) => {
    const logs = Source.byName(stack, "Logs");
    new Dashboard(stack, "checkout", {
      name: "Checkout",
      tiles: { events: tile.search({ source: logs, select: "Body" }) },
      filters: [{ name: "Service", expression: "ServiceName", source: logs, appliesTo: [logs] }],
    });
  });
  const id = reference("data.clickstack_source.source-logs.id");
  expect(only(json.resource?.clickstack_dashboard)).toMatchObject({
    tiles: { events: { config: { display_type: "search", source_id: id, columns: "Body" } } },
    filters: [{ source_id: id, applies_to_source_ids: [id] }],
  });
});

test("tokens can replace texts and numbers, and the layout places the other tiles", () => {
  const json = synthesized((stack) => {
    const text = new TerraformVariable(stack, "text", { type: "string" });
    const number = new TerraformVariable(stack, "number", { type: "number" });
    new Dashboard(stack, "checkout", {
      name: text.stringValue,
      tiles: {
        wide: tile.number({
          source: text.stringValue,
          select: [count()],
          w: number.numberValue,
          h: number.numberValue,
        }),
        fixed: tile.markdown({ markdown: "", x: number.numberValue, y: 30 }),
        next: tile.number({ source: text.stringValue, select: [count()] }),
      },
    });
  });
  const number = reference("var.number");
  expect(only(json.resource?.clickstack_dashboard)).toMatchObject({
    name: reference("var.text"),
    tiles: {
      wide: { x: 0, y: 0, w: number, h: number, config: { source_id: reference("var.text") } },
      fixed: { x: number, y: 30, w: 24, h: 3 },
      next: { x: 6, y: 0, w: 6, h: 4 },
    },
  });
});

describe("a reference to a tile by its key", () => {
  test("refers to the dashboard, and to the tile's id in the state", () => {
    const json = synthesized((stack) => {
      const dashboard = new Dashboard(stack, "checkout", { name: "D", tiles: { "p95.by-route": markdown } });
      const { dashboardId, tileId, config, key } = dashboard.tile("p95.by-route");
      expect(config?.displayType).toBe("markdown");
      expect(key).toBe("p95.by-route");
      new Dashboard(stack, "copy", { name: `${dashboardId} ${tileId}`, tiles: {} });
    });
    expect(json.resource?.clickstack_dashboard?.copy?.name).toBe(
      `${reference("clickstack_dashboard.checkout.id")} ${reference('clickstack_dashboard.checkout.tile_ids["p95.by-route"]')}`,
    );
  });

  const missing = (tiles: Tiles, key: string) => () =>
    synthesized((stack) => new Dashboard(stack, "checkout", { name: "D", tiles }).tile(key));

  test("is refused for an unknown key, with the dashboard's path and the existing keys", () => {
    const tiles: Tiles = { errors: markdown, latency: markdown };
    expect(missing(tiles, "erors")).toThrow(
      'test/checkout: The tile "erors" does not exist. Did you mean "errors"? The tiles are errors, latency.',
    );
    expect(missing(tiles, "throughput")).toThrow(
      'test/checkout: The tile "throughput" does not exist. The tiles are errors, latency.',
    );
    expect(missing({}, "errors")).toThrow('test/checkout: The tile "errors" does not exist. It has no tiles.');
  });

  test("is refused for a key that is an inherited property of every object", () => {
    expect(missing({ errors: markdown }, "constructor")).toThrow('The tile "constructor" does not exist.');
  });
});

describe("synthesis refuses", () => {
  test("a tile with an x position but no y position", () => {
    const sentence = "A position needs both x and y. Set both, or remove both to place the tile automatically.";
    expect(refusedTiles({ text: { ...markdown, x: 3 }, other: { ...markdown, y: 0 } })).toEqual([
      `[test/checkout] tiles.text: ${sentence}`,
      `[test/checkout] tiles.other: ${sentence}`,
    ]);
  });

  test("a tile that is wider than the grid", () => {
    expect(refusedTiles({ text: tile.markdown({ w: 25 }) })).toEqual([
      "[test/checkout] tiles.text.w: Must be at most 24; it is 25.",
    ]);
  });

  test("a field that tiles of this kind do not have, and the error shows the author's prop", () => {
    const props = { source: SOURCE, select: [count()], groupby: "ServiceName" };
    expect(refusedTiles({ errors: tile.line(props) })).toEqual([
      '[test/checkout] tiles.errors.groupby: "line" has no such field. Did you mean "groupBy"?',
    ]);
  });

  test("the name of a source where an id is required, and the error shows the author's prop", () => {
    expect(refusedTiles({ errors: tile.line({ source: "Logs", select: [count()] }) })).toEqual([
      '[test/checkout] tiles.errors.source: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "Logs". Use Source.byName(this, "Logs").',
    ]);
  });

  test("a tile without a source, and the error shows the missing prop", () => {
    const props = { select: [count()] } as unknown as Parameters<typeof tile.line>[0];
    expect(refusedTiles({ errors: tile.line(props) })).toEqual([
      '[test/checkout] tiles.errors.source: Must be given: the source to query. Use Source.byName(this, "Logs").',
    ]);
  });

  test("an invalid value in a list, and the error shows its index", () => {
    const select = [count(), count({ where: "x".repeat(10_001) })];
    expect(refusedTiles({ errors: tile.line({ source: SOURCE, select }) })).toEqual([
      "[test/checkout] tiles.errors.select[1].where: Must be at most 10000 characters long; it has 10001.",
    ]);
  });

  test("a tile key that Terraform cannot quote", () => {
    expect(refusedTiles({ 'a"b': markdown })).toEqual([
      expect.stringContaining('[test/checkout] tiles.a"b: A tile key has up to 100 letters'),
    ]);
  });

  test("several invalid constructs, and reports all their errors together", () => {
    expect(
      mistakes((stack) => {
        new Dashboard(stack, "a", { name: "x".repeat(1025), tiles: {} });
        new Dashboard(stack, "b", { name: "x".repeat(1025), tiles: {} });
      }),
    ).toEqual([
      "[test/a] name: Must be at most 1024 characters long; it has 1025.",
      "[test/b] name: Must be at most 1024 characters long; it has 1025.",
    ]);
  });
});
