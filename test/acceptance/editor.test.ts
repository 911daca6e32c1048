import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EditorText } from "../support/editor/editor-texts";
import { packedPackage } from "../support/user-project";

/** Texts that an editor shows in a project with the published types. */

const ROOT = join(__dirname, "..", "..");
const READER = join(ROOT, "test", "support", "editor", "editor-texts.ts");

/** Programs that import an entry as `all`, and the exports to read. Without names, all exports are read. */
const PROGRAMS = {
  "main.ts": { entry: "cdk-clickstack", names: [] },
  "checks.ts": { entry: "cdk-clickstack/checks", names: [] },
  "packs.ts": { entry: "cdk-clickstack/packs", names: [] },
  "tests.ts": { entry: "cdk-clickstack/testing", names: [] },
  "cdktn.ts": { entry: "cdk-clickstack/cdktn", names: ["Alert", "count"] },
} as const;

const project = mkdtempSync(join(tmpdir(), "clickstack-editor-"));
let texts: Readonly<Record<keyof typeof PROGRAMS, readonly EditorText[]>>;

beforeAll(() => {
  const installed = join(project, "node_modules", "cdk-clickstack");
  mkdirSync(installed, { recursive: true });
  cpSync(join(ROOT, "package.json"), join(installed, "package.json"));
  cpSync(join(ROOT, "dist"), join(installed, "dist"), {
    recursive: true,
    filter: (path) => !/\.(?:js|cjs|txt|svg|css|html)$/.test(path),
  });
  for (const dependency of ["@cdktf", "cdktf", "cdktn", "constructs", "zod"]) {
    symlinkSync(join(ROOT, "node_modules", dependency), join(project, "node_modules", dependency));
  }
  const compilerOptions = {
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    singleThreaded: true,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  for (const [file, { entry }] of Object.entries(PROGRAMS)) {
    writeFileSync(join(project, file), `import * as all from "${entry}";\nexport default all;\n`);
  }
  const programs = Object.entries(PROGRAMS).map(([file, { names }]) => [file, ...names].join(":"));
  const output = execFileSync(process.execPath, ["--import", "tsx", READER, project, ...programs], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
  });
  texts = JSON.parse(output);
}, 120_000);
afterAll(() => rmSync(project, { recursive: true }));

function textOf(path: string, program: keyof typeof PROGRAMS = "main.ts"): string {
  return texts[program].find((each) => each.path === path)?.text.replaceAll("\n", " ") ?? "(no such name)";
}

test("an editor shows a description for every prop, option, parameter and member of the package", () => {
  const everything = Object.values(texts).flat();
  expect(everything.filter(({ text }) => text === "").map(({ path }) => path)).toEqual([]);
  expect(texts["main.ts"].length).toBeGreaterThan(1_500);
  expect(texts["checks.ts"].length).toBeGreaterThan(10);
  expect(texts["packs.ts"].length).toBeGreaterThan(50);
  expect(texts["tests.ts"].length).toBeGreaterThan(50);
});

test("the description of every optional prop contains its default", () => {
  const optional = Object.values(texts)
    .flat()
    .filter(({ isOptional }) => isOptional);
  expect(optional.filter(({ text }) => !/\bdefault\b/i.test(text)).map(({ path }) => path)).toEqual([]);
  expect(optional.length).toBeGreaterThan(700);
});

test.each([
  ["Alert.every", "Length of one evaluation window, such as `5m`. `30s` requires a managed server"],
  ["Alert.numConsecutiveWindows", "Number of consecutive windows that must meet the condition before the alert fires."],
  ["Webhook.urlWoVersion", "Version of `urlWo`. Change the version whenever `urlWo` changes"],
  ["ApiKey.ipAccessList[].source", "An IP address or a CIDR range. Some servers reject IPv6."],
  ["ApiKey.rotation.overlap", "such as `7d`"],
  ["count(options)", "condition, alias and format of the value"],
  ["AggregateOptions.where", 'such as `level:error`. Empty selects all rows. Up to 10000 characters. Default: `""`.'],
  ["tile.line(props).w", "Width in columns of the grid, 1 to 24. Default: depends on the tile kind"],
  ["tile.table(props).groupByColumnsOnLeft", "True if the columns of `groupBy` are first. Default: `false`."],
  ["ColorRule.between", "The two bounds, the smaller one first."],
  ["Dashboard.filters[].appliesTo", "Sources, or their ids, to whose tiles the filter applies. Default: all sources."],
  ["Dashboard.byName(name)", "the exact name of the object"],
  ["Webhook.byName(options).service", "Searches only webhooks of this service"],
  ["between(upper)", "upper bound, in the unit of the watched value"],
])("the description of %s comes from its declaration", (path, part) => {
  expect(textOf(path)).toContain(part);
});

test("an editor shows the same descriptions for cdktn", () => {
  expect(texts["cdktn.ts"].length).toBeGreaterThan(100);
  expect(textOf("Alert.every", "cdktn.ts")).toBe(textOf("Alert.every"));
  expect(textOf("count(options).where", "cdktn.ts")).toBe(textOf("AggregateOptions.where"));
});

test("no description in the published types mentions a file that is not in the package", () => {
  const listed = execFileSync("tar", ["-tzf", packedPackage()], { encoding: "utf8" });
  const paths = new Set(listed.split("\n").map((path) => path.replace(/^package\//, "")));
  const types = [...paths].filter((path) => path.endsWith(".d.ts"));
  const cited = types.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), "utf8").replace(/(?:from|import\() ?"[^"]*"/g, "");
    const names = text.match(/\b(?:docs|src|test|scripts|examples)\/[\w./-]*\w|\b[A-Z]+\.md\b/g) ?? [];
    return names.filter((name) => !paths.has(name)).map((name) => `${path}: ${name}`);
  });
  expect(cited).toEqual([]);
  expect(types.length).toBeGreaterThan(50);
  expect(readdirSync(join(ROOT, "dist")).length).toBeGreaterThan(5);
});
