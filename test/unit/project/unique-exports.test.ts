import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import * as library from "../../../src";
import * as packs from "../../../src/packs";

const SOURCES = join(__dirname, "..", "..", "..", "src");

const DECLARED = /^export (?:abstract |async )*(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

/** The build replaces the second file of the pair with the first one for cdktn. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  "constructs/checks/CheckResource": [
    "constructs/checks/check-resource.cdktn.ts",
    "constructs/checks/check-resource.ts",
  ],
};

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.split(sep).join("/"));

function namesIn(file: string): readonly string[] {
  // An overloaded function is declared several times.
  const names = [...readFileSync(join(SOURCES, file), "utf8").matchAll(DECLARED)].map(([, name = ""]) => name);
  return [...new Set(names)];
}

test("no two files of a folder export different symbols with the same name", () => {
  const filesOf = new Map<string, string[]>();
  for (const file of files) {
    for (const name of namesIn(file)) {
      const place = posix.join(posix.dirname(file), name);
      filesOf.set(place, [...(filesOf.get(place) ?? []), file]);
    }
  }
  const shared = [...filesOf].filter(([, uses]) => uses.length > 1).map(([place, uses]) => [place, uses.sort()]);
  expect(Object.fromEntries(shared)).toEqual(EXCEPTIONS);
  expect(filesOf.size).toBeGreaterThan(1_000);
});

test("the package exports no constant except its version", () => {
  const names = Object.keys({ ...library, ...packs });
  expect(names.filter((name) => /^[A-Z_]+$/.test(name))).toEqual(["VERSION"]);
});
