import { readFileSync } from "node:fs";
import type { TerraformStack } from "cdktf";
import {
  Alert,
  above,
  count,
  Dashboard,
  EventCheck,
  KeyMaterial,
  SavedSearch,
  Source,
  type Tile,
  tile,
} from "../../../src";
import { type PositionMetadata, readPosition } from "../../../src/constructs/code-position";
import { synthesized } from "../../support/constructs/synthesize";

const FILE = "test/unit/constructs/code-position.test.ts";
const SOURCE = "0123456789abcdef01234567";
const TO = { type: "webhook", webhookId: SOURCE } as const;
const lines = readFileSync(__filename, "utf8").split("\n");

/** Returns the position of the called function in the line that ends with a mark. */
function at(mark: string, call: string): string {
  const index = lines.findIndex((line) => line.endsWith(`// ${mark}`));
  return `${FILE}:${index + 1}:${(lines[index] ?? "").indexOf(call) + 1}`;
}

type Blocks = Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;

const positionsIn = (blocks: Blocks = {}) =>
  Object.fromEntries(
    Object.values(blocks)
      .flatMap((named) => Object.entries(named))
      .map(([name, block]) => [name, (block["//"] as { clickstack?: PositionMetadata }).clickstack]),
  );

const resourcePositions = (build: (stack: TerraformStack) => void) => positionsIn(synthesized(build).resource);

class ServiceDashboard extends Dashboard {
  constructor(stack: TerraformStack, id: string) {
    super(stack, id, { name: id }); // subclass
    this.addTile("events", eventsTile());
  }
}

function eventsTile(): Tile<"line"> {
  return tile.line({ source: SOURCE, select: [count()] }); // helper
}

test("a construct records the line of the author's program that creates it", () => {
  const found = resourcePositions((stack) => {
    new SavedSearch(stack, "fatal", { name: "Fatal", source: SOURCE }); // search
    const board = new ServiceDashboard(stack, "service");
    const add = (id: string) =>
      new Alert(stack, id, { on: board.tile("events" as never), when: above(1), every: "5m", notify: [TO] }); // alert
    ["first", "second"].forEach(add);
  });
  expect(found).toEqual({
    fatal: { source: at("search", "new") },
    service: { source: at("subclass", "super"), tiles: { events: at("helper", "line") }, layout: ["events"] },
    first: { source: at("alert", "new") },
    second: { source: at("alert", "new") },
  });
});

test("a dashboard records the lines of its tiles", () => {
  const found = resourcePositions((stack) => {
    const board = new Dashboard(stack, "checkout", {
      name: "Checkout", // props
      tiles: {
        markdown: tile.markdown({ markdown: "a" }), // in props
        plain: { displayType: "markdown", config: { displayType: "markdown", markdown: "b" } },
      },
    });
    board.addTile("added", { ...eventsTile() }); // added
    board
      .addContainer("more")
      .addTab("tab")
      .addRow({}, { row: eventsTile(), copy: { ...eventsTile() } }); // row
  });
  const { source = "", tiles } = found.checkout ?? {};
  const lineOfName = readPosition(at("props", "name"))?.line ?? 0;
  expect(readPosition(source)).toEqual({ file: FILE, line: lineOfName - 1, column: 19 });
  expect(tiles).toEqual({
    markdown: at("in props", "markdown("),
    added: at("added", "addTile"),
    row: at("helper", "line"),
    copy: at("row", "addRow"),
  });
});

test("a dashboard records the order of its tiles, their declared positions and its rows", () => {
  const text = (more: object = {}) => tile.markdown({ markdown: "a", ...more });
  const found = resourcePositions((stack) => {
    const board = new Dashboard(stack, "checkout", { name: "Checkout", tiles: { z: text(), a: text({ w: 6, h: 2 }) } });
    board.addRow({ height: 5 }, { right: text({ w: 8 }), left: text() }); // rows
    board.addTile("free", text({ x: 0, y: 40 }));
    new Dashboard(stack, "placed", { name: "Placed", tiles: { all: text({ x: 0, y: 0, w: 6, h: 2 }) } });
  });
  expect(found.checkout?.layout).toEqual(["z", "a:wh", { row: ["right:w", "left"], height: 5 }, "free:xy"]);
  expect(found.placed).not.toHaveProperty("layout");
});

test("look-ups, ephemeral resources and checks record their lines", () => {
  const json = synthesized((stack) => {
    const source = Source.byName(stack, "Logs"); // look-up
    new KeyMaterial(stack, "material"); // material
    new EventCheck(stack, "check", { source }); // check
  });
  const { check } = json as { check?: Readonly<Record<string, Record<string, unknown>>> };
  expect(positionsIn({ ...json.data, ...json.ephemeral, check: check ?? {} })).toEqual({
    "source-logs": { source: at("look-up", "byName") },
    material: { source: at("material", "new") },
    check: { source: at("check", "new") },
  });
});

test("a dashboard from exported JSON records one line for all of its tiles", () => {
  const tiles = [{ name: "A", x: 0, y: 0, w: 6, h: 4, config: { displayType: "markdown", markdown: "a" } }];
  const found = resourcePositions((stack) => {
    Dashboard.fromJson(stack, "exported", { name: "Exported", tags: [], tiles }); // exported
  });
  expect(found).toEqual({ exported: { source: at("exported", "fromJson") } });
});

test("synthesis works without positions if the program freezes Error objects or replaces their formatter", () => {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const build = () => resourcePositions((stack) => new SavedSearch(stack, "fatal", { name: "Fatal", source: SOURCE }));
  try {
    for (const stack of ["not a stack", {}, undefined]) {
      Error.prepareStackTrace = () => stack as string;
      expect(build().fatal?.source).toContain(FILE);
    }
    Object.defineProperty(Error, "prepareStackTrace", { value: undefined, writable: false, configurable: true });
    expect(build()).toEqual({ fatal: undefined });
  } finally {
    Object.defineProperty(Error, "prepareStackTrace", { value: prepareStackTrace, writable: true, configurable: true });
  }
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});
