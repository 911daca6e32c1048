import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { problemsIn } from "../support/constructs/synthesize";
import { DRAFT_HEAD, FIRST_DRAFTS } from "../support/first-drafts";

/**
 * Mistakes in a user's program, with the first error of the compiler and the error of the synthesis without a type
 * check.
 */

const ROOT = join(__dirname, "..", "..");
const COMPILER = join(ROOT, "node_modules", "typescript", "bin", "tsc");

const IMPORTS = [
  ["cdktf", ["App", "TerraformStack"]],
  [
    "cdk-clickstack",
    [
      "above",
      "Alert",
      "ApiKey",
      "avg",
      "ClickStackProvider",
      "count",
      "Dashboard",
      "quantile",
      "Role",
      "SavedSearch",
      "Source",
      "tile",
      "Webhook",
    ],
  ],
] as const;

const OBJECTS = [
  'const logs = Source.byName(stack, "Logs");',
  'const slack = Webhook.byName(stack, "Slack");',
  'const search = new SavedSearch(stack, "search", { name: "Errors", source: logs });',
  "const tiles = { errors: tile.line({ source: logs, select: [count()] }) };",
  'const dashboard = new Dashboard(stack, "dashboard", { name: "D", tiles });',
  'const watched = { on: dashboard.tile("errors"), when: above(100), every: "5m" as const, notify: [slack] };',
  'const key = { name: "ci", allowAnyIp: true, secretInState: true };',
].join("\n");

interface Mistake {
  readonly code: string;
  /** Parts of the first line of the compiler's error. Undefined for code that the compiler accepts. */
  readonly compiler: readonly string[] | undefined;
  readonly synthesis: string;
}

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "a source by its name": {
    code: 'new SavedSearch(stack, "it", { name: "S", source: "Logs" });',
    compiler: undefined,
    synthesis:
      '[test/it] source: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "Logs". Use Source.byName(this, "Logs").',
  },
  "a source by its name in a tile": {
    code: 'dashboard.addTile("it", tile.line({ source: "Logs", select: [count()] }));',
    compiler: undefined,
    synthesis:
      '[test/dashboard] tiles.it.source: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "Logs". Use Source.byName(this, "Logs").',
  },
  "a webhook in place of a source": {
    code: 'dashboard.addTile("it", tile.line({ source: slack, select: [count()] }));',
    compiler: [`Type 'ExistingWebhook' is not assignable to type`, `Use<"Source.byName(this, NAME)">`],
    synthesis: "",
  },
  "an object with a name in place of a source": {
    code: 'dashboard.addTile("it", tile.line({ source: { name: "Logs" }, select: [count()] }));',
    compiler: ["Object literal may only specify known properties, and 'name' does not exist in type"],
    synthesis: '[test/dashboard] tiles.it.source: Must be a string, not an object. Use Source.byName(this, "Logs").',
  },
  "a class in place of its byName": {
    code: 'new Source(stack, "Logs");',
    compiler: ["Expected 3 arguments, but got 2."],
    synthesis:
      'test/Logs: The third argument must be an object of props. To look up an existing object, use Source.byName(this, "Logs").',
  },
  "a connection by its name": {
    code: 'dashboard.addTile("it", tile.sql.number({ connection: "Default", sqlTemplate: "SELECT 1" }));',
    compiler: undefined,
    synthesis:
      '[test/dashboard] tiles.it.connection: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "Default". Use Connection.byName(this, "Default").',
  },
  "one value in place of a list of values": {
    code: 'dashboard.addTile("it", tile.line({ source: logs, select: count() }));',
    compiler: ["Type 'Aggregate' is not assignable to type", `Use<"count(), sum(COLUMN) or another function">`],
    synthesis: "[test/dashboard] tiles.it.select: Must be a list. Use [count()].",
  },
  "a number in place of a condition": {
    code: 'new Alert(stack, "it", { ...watched, when: 5 });',
    compiler: [
      `Type 'number' is not assignable to type`,
      `Use<"above(100), below(10), outside(10, 20) or another condition">`,
    ],
    synthesis:
      "[test/it] when: Must be a condition, not the number 5. Use above(5), below(...), outside(..., ...) or another condition.",
  },
  "a helper that is not called": {
    code: 'new Alert(stack, "it", { ...watched, when: above });',
    compiler: [
      `Type '(threshold: number) => Threshold' is not assignable to type`,
      `Use<"above(100), below(10), outside(10, 20) or another condition">`,
    ],
    synthesis:
      "[test/it] when: Must be a condition, not the function above. Use above(100), below(...), outside(..., ...) or another condition.",
  },
  "a webhook by its name": {
    code: 'new Alert(stack, "it", { ...watched, notify: ["Slack"] });',
    compiler: [`Type 'string' is not assignable to type`, `Use<"Webhook.byName(this, NAME)">`],
    synthesis:
      '[test/it] notify: Must be a list of webhooks, not a list with the text "Slack". Use [Webhook.byName(this, "Slack")].',
  },
  "an alert on a whole dashboard": {
    code: 'new Alert(stack, "it", { ...watched, on: dashboard });',
    compiler: [
      `Type 'Dashboard<{ errors: Tile<"line">; }>' is not assignable to type`,
      `Use<"dashboard.tile(key), savedSearch or tile.line({ ... })">`,
    ],
    synthesis:
      "[test/it] on: Must be a tile, a saved search or a chart, not an object of the class Dashboard. Use dashboard.tile(key).",
  },
  "an alert on the key of a tile": {
    code: 'new Alert(stack, "it", { ...watched, on: "errors" });',
    compiler: [
      `Type 'string' is not assignable to type`,
      `Use<"dashboard.tile(key), savedSearch or tile.line({ ... })">`,
    ],
    synthesis:
      '[test/it] on: Must be a tile, a saved search or a chart, not the text "errors". Use dashboard.tile("errors"), savedSearch or tile.line({ ... }).',
  },
  "another spelling of an interval": {
    code: 'new Alert(stack, "it", { ...watched, every: "30 s" });',
    compiler: undefined,
    synthesis:
      '[test/it] every: Must be one of "30s", "1m", "5m", "15m", "30m", "1h", "6h", "12h", "1d"; it is "30 s". Write "30s" instead.',
  },
  "a time in place of a schedule": {
    code: 'new Alert(stack, "it", { ...watched, schedule: "2026-01-01T00:00:00Z" });',
    compiler: [`Type 'string' is not assignable to type`, `Use<"startingAt(moment) or offsetBy(minutes)">`],
    synthesis:
      '[test/it] schedule: Must be a schedule, not the text "2026-01-01T00:00:00Z". Use startingAt("2026-01-01T00:00:00Z") or offsetBy(5).',
  },
  "a misspelled tile key": {
    code: 'dashboard.tile("erors");',
    compiler: [`Argument of type '"erors"' is not assignable to parameter of type '"errors"'.`],
    synthesis: 'test/dashboard: The tile "erors" does not exist. Did you mean "errors"? The tiles are errors.',
  },
  "tiles in a list": {
    code: 'new Dashboard(stack, "it", { name: "D", tiles: [tiles.errors] });',
    compiler: [`Type 'Tile<"line">[]' is not assignable to type 'Readonly<Record<string, Tile<`],
    synthesis: "[test/it] tiles: Must be an object of tiles by key, not a list. Use { errors: tile.line({ ... }) }.",
  },
  "a role in place of a list of roles": {
    code: 'new ApiKey(stack, "it", { ...key, roles: "Developer" });',
    compiler: [`Type 'string' is not assignable to type`, `Use<"[SystemRole.developer]">`],
    synthesis: '[test/it] roles: Must be a list of roles, not the text "Developer". Use ["Developer"].',
  },
  "a duration in place of a rotation": {
    code: 'new ApiKey(stack, "it", { ...key, rotation: "30d" });',
    compiler: [`Type 'string' is not assignable to type`, `Use<"{ every: `],
    synthesis: '[test/it] rotation: Must be a rotation, not the text "30d". Use { every: "30d", overlap: "7d" }.',
  },
  "a key by its name in the actors of a role": {
    code: 'new Role(stack, "it", { name: "R", policies: [{ allowDeny: "ALLOW", permissions: ["a"], resources: ["instance/*"] }], actors: ["ci"] });',
    compiler: undefined,
    synthesis:
      '[test/it] actors: Must be a list of keys and of texts such as user/ID, not a list with the text "ci". Use [ApiKey.byName(this, "ci")].',
  },
};

const project = mkdtempSync(join(tmpdir(), "clickstack-mistakes-"));
let compiled: ReadonlyMap<string, string>;
/** Errors of the compiler by the first draft. */
let draftErrors: Readonly<Record<string, readonly string[]>>;
let synthesized: Readonly<Record<string, string>>;

beforeAll(() => {
  for (const name of ["@cdktf", "@types", "cdktf", "constructs"]) {
    link(name, join(ROOT, "node_modules", name));
  }
  link("cdk-clickstack", ROOT);
  ({ compiled, draftErrors } = compile());
  synthesized = synthesize();
}, 120_000);
afterAll(() => rmSync(project, { recursive: true }));

function link(name: string, target: string): void {
  const place = join(project, "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place);
}

/** Returns the first line of the compiler's message for each mistake that it refuses, and all errors of the drafts. */
function compile() {
  const imports = IMPORTS.map(([from, names]) => `import { ${names.join(", ")} } from "${from}";`);
  const start = [
    ...imports,
    'const stack = new TerraformStack(new App(), "test");',
    "new ClickStackProvider(stack, 'p');",
  ];
  const head = [...start, OBJECTS];
  const lines = [...head.flatMap((text) => text.split("\n")), ...Object.values(MISTAKES).map(({ code }) => code)];
  const compilerOptions = { module: "nodenext", strict: true, skipLibCheck: true, noEmit: true, types: [] };
  writeFileSync(join(project, "program.ts"), `${lines.join("\n")}\n`);
  const drafts = Object.entries(FIRST_DRAFTS).map(([name, code], index) => ({ name, file: `draft-${index}.ts`, code }));
  for (const { file, code } of drafts) {
    writeFileSync(join(project, file), [...start, DRAFT_HEAD, code, "export {};"].join("\n"));
  }
  const files = ["program.ts", ...drafts.map(({ file }) => file)];
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { stdout } = spawnSync(process.execPath, [COMPILER, "--singleThreaded", "--pretty", "false"], {
    cwd: project,
    encoding: "utf8",
  });
  const found = [...stdout.matchAll(/^program\.ts\((\d+),\d+\): error TS\d+: (.*)$/gm)];
  const names = new Map(
    Object.keys(MISTAKES).map((name, index) => [lines.length - Object.keys(MISTAKES).length + index + 1, name]),
  );
  const errorsOf = (file: string) =>
    [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error TS\d+: (.*)$/gm)].flatMap(([, place, message = ""]) =>
      place === file ? [message] : [],
    );
  return {
    compiled: new Map(found.map(([, line, message = ""]) => [names.get(Number(line)) ?? `line ${line}`, message])),
    draftErrors: Object.fromEntries(drafts.map(({ name, file }) => [name, errorsOf(file)])),
  };
}

/** Runs each mistake as JavaScript and returns the error of its synthesis. */
function synthesize(): Readonly<Record<string, string>> {
  const imports = IMPORTS.map(([from, names]) => `const { ${names.join(", ")} } = require("${from}");`);
  const objects = OBJECTS.replaceAll(" as const", "");
  const programs = [
    ...Object.entries(MISTAKES).map(([name, { code }]) => [name, `${objects}\n${code}`] as const),
    ...Object.entries(FIRST_DRAFTS).map(([name, code]) => [name, `${DRAFT_HEAD}\n${code}`] as const),
  ];
  const runs = programs.map(([name, code]) => `run(${JSON.stringify(name)}, (stack) => {\n${code}\n});`);
  const program = `${imports.join("\n")}
const results = {};
function run(name, build) {
  const app = new App({ outdir: require("node:path").join(__dirname, "out") });
  const stack = new TerraformStack(app, "test");
  new ClickStackProvider(stack, "clickstack", { executable: process.execPath });
  try {
    build(stack);
    app.synth();
    results[name] = "";
  } catch (error) {
    results[name] = error.message;
  }
}
${runs.join("\n")}
process.stdout.write(JSON.stringify(results));
`;
  writeFileSync(join(project, "program.cjs"), program);
  const output = execFileSync(process.execPath, ["--preserve-symlinks", "program.cjs"], {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return JSON.parse(output);
}

test.each(Object.entries(MISTAKES))("the compiler's error leads to the fix: %s", (name, { compiler }) => {
  const error = compiled.get(name);
  expect(compiler?.filter((part) => !error?.includes(part))).toEqual(compiler && []);
  expect(error === undefined).toBe(compiler === undefined);
});

test.each(Object.entries(MISTAKES).filter(([, { synthesis }]) => synthesis !== ""))(
  "the error of the synthesis contains the helper: %s",
  (name, { synthesis }) => {
    expect(problemsIn(synthesized[name] ?? "")).toEqual([synthesis]);
  },
);

/** Words of an error that contain the fix: a hint, the nearest name, the values, or the type of the value. */
const CONTAINS_FIX = /Use<"|Did you mean|'\d[\d.]* \| |is not assignable to type 'string'|Property '\w+' is missing/;

test("at most one in ten compiler errors of the first drafts lacks the code to write", () => {
  const errors = Object.values(draftErrors).flat();
  expect(Object.entries(draftErrors).filter(([, found]) => found.length === 0)).toEqual([]);
  expect(errors.filter((error) => !CONTAINS_FIX.test(error)).length).toBeLessThanOrEqual(errors.length / 10);
});

test.each(Object.keys(FIRST_DRAFTS))("each error of the synthesis of the draft contains the fix: %s", (name) => {
  const problems = problemsIn(synthesized[name] ?? "");
  expect(
    problems.filter((problem) => !/ Use | Write | Did you mean | Set | Leave | Must be given/.test(problem)),
  ).toEqual([]);
});

test("the other parts of the program have no errors", () => {
  expect([...compiled.keys()].filter((name) => !(name in MISTAKES))).toEqual([]);
});
