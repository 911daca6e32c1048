import type { Construct } from "constructs";
import {
  ApiKey,
  ChartSeries,
  count,
  Dashboard,
  SavedSearch,
  Source,
  Sources,
  TemporaryApiKey,
  tile,
} from "../../../src";
import { mistakes, synthesized } from "../../support/constructs/synthesize";

const line = (props: object = {}) =>
  tile.line({ source: "0123456789abcdef01234567", select: [count()], ...props } as never);

type AnyClass = new (scope: Construct, id: string, props: never) => Construct;

/** Props that the types refuse and a JavaScript program can pass, with the error of the synthesis. */
const refused = (kind: AnyClass, props: object) => mistakes((stack) => new kind(stack, "it", props as never));

describe("synthesis of a JavaScript program", () => {
  test.each<[string, AnyClass, object, string]>([
    ["a saved search without a source", SavedSearch, { name: "S" }, "[test/it] source: Must be given"],
    ["a source without a connection", Source, { kind: "log", name: "L" }, "[test/it] connection: Must be given"],
    ["a series without a source", ChartSeries, { series: [{}] }, "[test/it] series[0].source: Must be given"],
    ["series that are missing", ChartSeries, {}, "[test/it] series: Must be given"],
    ["series that are not a list", ChartSeries, { series: "count" }, "[test/it] series: Must be a list."],
    [
      "a tile without a configuration",
      Dashboard,
      { name: "D", tiles: { t: {} } },
      "[test/it] tiles.t: Must be given: configuration of the tile's content",
    ],
    [
      "a text instead of tiles",
      Dashboard,
      { name: "D", tiles: "t" },
      '[test/it] tiles: Must be an object of tiles by key, not the text "t". Use { errors: tile.line({ ... }) }.',
    ],
    ["a text in place of a list", Dashboard, { name: "D", tags: "team:a" }, 'tags: Must be a list. Use ["team:a"].'],
    [
      "a list in place of a text",
      Dashboard,
      { name: "D", tiles: { t: line({ groupBy: ["ServiceName", "Host"] }) } },
      '[test/it] tiles.t.groupBy: Must be a string, not a list. Use "ServiceName, Host".',
    ],
    [
      "a text in place of an object with one required field",
      Dashboard,
      { name: "D", tiles: { t: line({ numberFormat: "percent" }) } },
      '[test/it] tiles.t.numberFormat: Must be an object. Use { output: "percent" }.',
    ],
    [
      "an address in place of an entry of an access list",
      ApiKey,
      { name: "K", ipAccessList: ["10.0.0.0/8"], secretInState: true },
      '[test/it] ipAccessList[0]: Must be an object. Use { source: "10.0.0.0/8" }.',
    ],
    [
      "a role of a temporary key that is not in a list",
      TemporaryApiKey,
      { name: "run", allowAnyIp: true, roles: "Developer" },
      '[test/it] roles: Must be a list of roles, not the text "Developer". Use ["Developer"].',
    ],
    [
      "an unknown prop with the name of an inherited property",
      SavedSearch,
      { constructor: "x" },
      "[test/it] constructor: Unknown field.",
    ],
  ])("refuses %s with the construct's path", (_, kind, props, line) => {
    expect(refused(kind, props)).toContainEqual(expect.stringContaining(line));
  });

  test.each([[Source], [Dashboard]])("suggests a look-up for a construct without props: %p", (kind) => {
    const create = kind as unknown as new (scope: Construct, id: string) => Construct;
    expect(() => synthesized((stack) => new create(stack, "Logs"))).toThrow(
      `test/Logs: The third argument must be an object of props. To look up an existing object, use ${kind.name}.byName(this, "Logs").`,
    );
  });

  test.each<[string, (dashboard: Dashboard, stack: Construct) => unknown]>([
    ["a tile in place of tiles", (_, stack) => new Dashboard(stack, "it", { name: "D", tiles: line() as never })],
    [
      "a function of tile that is not called",
      (_, stack) => new Dashboard(stack, "it", { name: "D", tiles: { a: tile.line as never } }),
    ],
    ["a tile without a key", (dashboard) => dashboard.addTile(line() as never, undefined as never)],
    ["a key without a tile", (dashboard) => dashboard.addContainer("c").addTile("a", undefined as never)],
    ["a list of tiles in a row", (dashboard) => dashboard.addRow({}, [line()] as never)],
    ["a row without its height", (dashboard) => dashboard.addRow({ a: line() } as never, undefined as never)],
  ])("refuses %s, and the error shows the valid form of a tile with its key", (_, add) => {
    expect(() => synthesized((stack) => add(new Dashboard(stack, "d", { name: "D" }), stack))).toThrow(
      'A tile needs a key, and a function of tile creates it. Use addTile("errors", tile.line({ ... })), or { errors: tile.line({ ... }) } in tiles and addRow.',
    );
  });

  test("refuses a series that is null", () => {
    expect(() => synthesized((stack) => new ChartSeries(stack, "it", { series: [null] } as never))).toThrow(
      "series[0]: Must be an object.",
    );
  });

  test("refuses an object instead of a keyword, for any property names", () => {
    expect(refused(Sources, { kind: { toString: 1 } })).toEqual(["[test/it] kind: Must be a string, not an object."]);
  });
});
