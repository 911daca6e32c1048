import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const SOURCES = join(__dirname, "..", "..", "..", "src");
const MAX_FILES = 3;

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join(SOURCES, file));

/** Type imports count, and lazy imports do not. */
function importsOf(file: string): readonly string[] {
  return [...readFileSync(file, "utf8").matchAll(/from\s*"(\.[^"]+)"/g)].flatMap(([, specifier = ""]) => {
    const path = join(dirname(file), specifier);
    return [`${path}.ts`, `${path}.tsx`, join(path, "index.ts")].filter((each) => existsSync(each)).slice(0, 1);
  });
}

/** Returns the groups of nodes that reach each other, by Tarjan's algorithm. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string) => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) {
        visit(next);
      }
      if (open.includes(next)) {
        lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
      }
    }
    if (lowest.get(node) === order.get(node)) {
      found.push(open.splice(open.indexOf(node)));
    }
  };
  for (const node of graph.keys()) {
    if (!order.has(node)) {
      visit(node);
    }
  }
  return found;
}

test("no import circle has more than three files", () => {
  const circles = circlesIn(new Map(files.map((file) => [file, importsOf(file)])));
  const large = circles.filter(({ length }) => length > MAX_FILES);
  expect(large.map((circle) => circle.map((file) => relative(SOURCES, file)).sort())).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});

test("the check finds a circle of four nodes among nodes without a circle", () => {
  const graph = { a: ["b"], b: ["c", "x"], c: ["d"], d: ["a"], x: ["y"], y: [] };
  expect(circlesIn(new Map(Object.entries(graph))).map((circle) => [...circle].sort())).toContainEqual([..."abcd"]);
});
