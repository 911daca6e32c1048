import { readFileSync } from "node:fs";
import { Construct } from "constructs";
import { avg, count, Dashboard, SavedSearch, Source, type Tile, tile } from "../../../src";
import { synthesized } from "../../support/constructs/synthesize";

const FILE = "test/unit/constructs/synthesis-error.test.ts";
const lines = readFileSync(__filename, "utf8").split("\n");

/** Returns the position of the line that ends with a mark. */
const at = (mark: string) => `${FILE}:${lines.findIndex((line) => line.endsWith(`// ${mark}`)) + 1}`;

function errorOf(build: Parameters<typeof synthesized>[0]): Error {
  try {
    synthesized(build);
  } catch (error) {
    return error as Error;
  }
  throw new Error("Synthesis refused nothing.");
}

test("an invalid value is reported with the author's line, the prop and the construct, and without a stack trace", () => {
  const { message, stack } = errorOf((scope) => {
    const source = Source.byName(scope, "Logs");
    const tiles = {
      "a.b": tile.line({ source, select: [count()], fillNulls: 1 } as never), // first tile
      a: tile.line({ source, select: [] }), // second tile
    };
    new Dashboard(scope, "checkout", { name: 5, tiles } as never); // dashboard
    new SavedSearch(scope, "errors", { name: "E", source: "Logs" }); // search
  });
  expect(message.split("\n")).toEqual([
    "The declaration of test/checkout is invalid:",
    `  ${at("dashboard")}  name: Must be a string, not the number 5.`,
    `  ${at("first tile")}  tiles.a.b.fillNulls: Must be a boolean, not the number 1.`,
    `  ${at("second tile")}  tiles.a.select: Must be at least 1 element long; it has 0.`,
    "The declaration of test/errors is invalid:",
    expect.stringContaining(`  ${at("search")}  source: Must be an id`),
  ]);
  expect(stack).toBe(`Error: ${message}`);
});

test("an error lists at most 20 problems of a construct, each once", () => {
  const unknown = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`z${index}`, 1]));
  const { message } = errorOf((scope) => {
    new SavedSearch(scope, "errors", { name: "E", source: "0123456789abcdef01234567", ...unknown } as never);
  });
  expect(message.split("\n")).toHaveLength(22);
  expect(message).toContain("  5 more problems.");
});

test("the error contains the problems of other constructs of the stack", () => {
  const { message } = errorOf((scope) => {
    const other = new Construct(scope, "other");
    other.node.addValidation({ validate: () => ["is not ready", "is not ready"] });
  });
  expect(message).toBe("The declaration of test/other is invalid:\n  is not ready");
});

test("a construct that is validated alone returns its problems", () => {
  const { message } = errorOf((scope) => {
    const search = new SavedSearch(scope, "errors", { name: "", source: "0123456789abcdef01234567" });
    expect(search.node.validate()).toEqual([expect.stringMatching(/^name: /)]);
  });
  expect(message).toContain("name: ");
});

test("a second synthesis reports an invalid value that was added after the first synthesis", () => {
  const problems: string[] = [];
  synthesized((scope) => {
    const search = new SavedSearch(scope, "errors", { name: "E", source: "0123456789abcdef01234567" });
    search.node.addValidation({ validate: () => problems });
    expect(() => scope.runAllValidations()).not.toThrow();
    problems.push("is wrong");
    expect(() => scope.runAllValidations()).toThrow("  is wrong");
    problems.pop();
  });
});

test.each<[string, () => Tile, string]>([
  [
    "a text in place of the props of a Markdown tile",
    () => tile.markdown("# Runbook" as never), // markdown
    'markdown  The props of a tile must be an object, not the text "# Runbook". Use { markdown: "# Runbook" }.',
  ],
  [
    "a condition in place of options",
    () => tile.line({ source: "", select: [count("level:error" as never)] }), // count
    'count  The options of a value must be an object, not the text "level:error". Use { where: "level:error" }.',
  ],
  [
    "a list in place of options",
    () => tile.line({ source: "", select: [avg("Duration", [] as never)] }), // avg
    'avg  The options of a value must be an object, not a list. Use { where: "level:error" }.',
  ],
])("%s causes one error with the line of the call", (_, build, expected) => {
  const [, mark = "", sentence] = /^(\w+) {2}(.*)$/.exec(expected) ?? [];
  expect(build).toThrow(new Error(`${at(mark)}  ${sentence}`));
});
