import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../../src/cli/engine/find-engine";
import { VERSION } from "../../../src/version";
import { packedPackage, UserProject } from "../../support/user-project";

const EXAMPLES = join(__dirname, "..", "..", "..", "examples");

let folder: string;
let packed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-testing-"));
  packed = packedPackage();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["testing-jest", "stack.js", /4 passed/],
  ["testing-vitest", "stack.ts", /4 passed/],
  ["testing-node", "stack.ts", / pass 4$/m],
])("examples/%s passes its tests in a new folder, and fails with another threshold", async (name, program, passed) => {
  const project = new UserProject([], { TERRAFORM_BINARY_NAME: findEngine().path });
  try {
    cpSync(join(EXAMPLES, name), project.folder, { recursive: true });
    const manifest = readFileSync(join(project.folder, "package.json"), "utf8");
    project.write({
      "package.json": manifest.replace(`"cdk-clickstack": "${VERSION}"`, `"cdk-clickstack": "file:${packed}"`),
    });
    await project.run("npm install");
    expect(await project.run("npm test")).toMatch(passed);
    const text = readFileSync(join(project.folder, program), "utf8");
    project.write({ [program]: text.replace("above(100)", "above(131)") });
    const failed = await project.run("npm test").then(String, String);
    expect(failed).toContain("Expected: fires only at 1h10m (2026-01-01 01:10)");
    expect(failed).toContain("131 ┼┄┄┄");
  } finally {
    project.remove();
  }
});

test("the types of jest and vitest contain the matchers", async () => {
  const project = new UserProject([], {});
  const extend =
    "expect.extend(alertMatchers);\nexpect(evaluateAlert({} as never, series('5m', '1'))).toFireAt('5m');\n";
  const own = 'import { alertMatchers, evaluateAlert, series } from "cdk-clickstack/testing";\n';
  const wrong =
    "// @ts-expect-error A number is not a moment.\nexpect([]).toFireAt(5);\nexpect([]).not.toStayQuiet();\n";
  try {
    project.write({
      "package.json": { name: "types", private: true, type: "module" },
      "tsconfig.json": { compilerOptions: { module: "NodeNext", strict: true, noEmit: true, types: [] } },
      "vitest.ts": `import { expect } from "vitest";\n${own}${extend}${wrong}`,
      "jest.ts": `/// <reference types="jest" />\n${own}${extend}${wrong}`,
      "none.ts": `${own}export const quiet = alertMatchers.toStayQuiet.call({}, evaluateAlert({} as never, series("5m", "1")));\n`,
    });
    await project.run(
      `npm install file:${packed} cdktn@0.24.0 constructs vitest@4.1.12 @types/jest@30.0.0 typescript@7.0.2`,
    );
    for (const file of ["vitest.ts", "jest.ts", "none.ts"]) {
      project.write({
        "tsconfig.json": {
          compilerOptions: { module: "NodeNext", strict: true, noEmit: true, skipLibCheck: true, types: [] },
          files: [file],
        },
      });
      expect(await project.run("node_modules/.bin/tsc")).toBe("");
    }
  } finally {
    project.remove();
  }
});
