import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import packageJson from "../../package.json";

const { isUnitTest } = jest.requireActual<{ isUnitTest(file: string, testFolder?: string): boolean }>(
  "../../scripts/test/unit-tests",
);

const ROOT = join(__dirname, "..", "..");

/** Helpers of the tests below. */
const HELPERS: Readonly<Record<string, string>> = {
  "support/run.ts":
    'import { spawn } from "node:child_process";\nexport interface Result {}\nexport const run = spawn;\n',
  "support/deep.ts": 'export { run } from "./run";\n',
  "support/number.ts": "export const one = 1;\n",
  "support/index.ts": 'import "./deep";\n',
  "../scripts/draw.ts": 'import { run } from "../test/support/run";\nexport const draw = run;\n',
};

describe("a test file", () => {
  let folder: string;

  beforeAll(() => {
    folder = join(mkdtempSync(join(tmpdir(), "unit-tests-")), "test");
    for (const [path, text] of Object.entries(HELPERS)) write(path, text);
  });

  afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }));

  test.each<[text: string, path: string, isUnit: boolean]>([
    ["without imports", "schema/a.test.ts", true],
    ['import { one } from "../support/number";', "schema/a.test.ts", true],
    ['import { spawn } from "node:child_process";', "schema/a.test.ts", false],
    ['import { spawn } from "child_process";', "schema/a.test.ts", false],
    ['import {\n  run,\n} from "../support/run";', "schema/a.test.ts", false],
    ['import { run } from "../support/deep";', "schema/a.test.ts", false],
    ['import "../support";', "schema/a.test.ts", false],
    ['import { draw } from "../../scripts/draw";', "schema/a.test.ts", false],
    ['const { run } = await import("../support/deep");', "schema/a.test.ts", false],
    ['const { run } = require("../support/deep");', "schema/a.test.ts", false],
    ['import type { Result } from "../support/run";', "schema/a.test.ts", true],
    ['import { findEngine } from "../../src/cli/engine/find-engine";', "cli/a.test.ts", false],
    ['import { readPlan } from "../../src/cli/engine/read-plan";', "cli/a.test.ts", true],
    ['import { CheckedKey } from "../../src/checks";', "constructs/a.test.ts", false],
    ['import { checkClock } from "../../src/cli/doctor/server-checks";', "cli/a.test.ts", true],
    ['import { Emulator } from "../../src/emulator";', "provider/a.test.ts", false],
    ['import { Emulator } from "../../src/emulator";', "emulator/a.test.ts", true],
    ['import { chromium } from "playwright-core";', "emulator/a.test.ts", false],
    ["without imports", "acceptance/a.test.ts", false],
    ["without imports", "fuzz/a.test.ts", false],
  ])("with `%s` as %s is a unit test: %s", (text, path, isUnit) => {
    expect(isUnitTest(write(path, text), folder)).toBe(isUnit);
  });

  function write(path: string, text: string): string {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }
});

test("the rule applies to the tests of this project", () => {
  const isChosen = (file: string) => isUnitTest(join(ROOT, file));
  expect(isChosen("test/project/unit-tests.test.ts")).toBe(true);
  expect(isChosen("test/emulator/charts.test.ts")).toBe(true);
  expect(isChosen("test/cli/report/field-changes.test.ts")).toBe(true);
  expect(isChosen("test/project/github.test.ts")).toBe(true);
  expect(isChosen("test/docs/code-blocks.test.ts")).toBe(false);
  expect(isChosen("test/docs/pictures.test.ts")).toBe(false);
  expect(isChosen("test/plugin/null-provider.test.ts")).toBe(false);
  expect(isChosen("test/emulator/page.browser.test.ts")).toBe(false);
});

test("`npm run test:unit` and `npm run test:watch` use the rule", () => {
  const { "test:unit": once, "test:watch": again } = packageJson.scripts;
  expect([once, again].map((script) => script.split(" ").slice(0, 3).join(" "))).toEqual([
    "jest --config jest.unit.config.js",
    "jest --config jest.unit.config.js",
  ]);
  const config = jest.requireActual<{ filter: string; roots: string[] }>("../../jest.unit.config");
  expect(config).toMatchObject({ filter: "<rootDir>/scripts/test/unit-tests.js", roots: ["<rootDir>/test"] });
});
