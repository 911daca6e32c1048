import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFormOf } from "../../../../../src/cli/project/project-form";
import { writeTypeScript } from "../../../../support/cli/import/written-code";
import { startEmulator } from "../../../../support/emulator/emulator-for-tests";
import { importedModel } from "../../../../support/imported-model";

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "clickstack-form-"));
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(project, name), text);
const frameworkOfImport = () => projectFormOf(join(project, "not", "there", "yet")).framework;
const extensionOfImport = () => projectFormOf(join(project, "observability")).extension;

describe("the framework of a project", () => {
  test("is the one in package.json, independent of the installed packages", () => {
    write("package.json", '{ "devDependencies": { "cdktf": "0.21.0" } }');
    mkdirSync(join(project, "node_modules", "cdktn"), { recursive: true });
    writeFileSync(join(project, "node_modules", "cdktn", "index.js"), "");
    expect(frameworkOfImport()).toBe("cdktf");
  });

  test("is cdktf for code whose dependency cdktf is an alias of cdktn", () => {
    write("package.json", '{ "dependencies": { "cdktf": "npm:cdktn@0.24.0" } }');
    expect(frameworkOfImport()).toBe("cdktf");
  });

  test.each(["cdktf", "cdktn"] as const)(
    "is %s if only this package is installed and no framework is declared",
    (name) => {
      mkdirSync(join(project, "node_modules", name), { recursive: true });
      writeFileSync(join(project, "node_modules", name, "index.js"), "");
      expect(projectFormOf(project).framework).toBe(name);
    },
  );

  test("is cdktn in an empty folder", () => {
    expect(projectFormOf(project).framework).toBe("cdktn");
  });
});

describe("an import path to another file", () => {
  test.each(["allowImportingTsExtensions", "rewriteRelativeImportExtensions"])(
    "ends with .ts if %s is set",
    (option) => {
      write(
        "tsconfig.json",
        `{\n  // For node main.ts\n  "compilerOptions": { "strict": true, "${option}": true },\n}`,
      );
      expect(extensionOfImport()).toBe(".ts");
    },
  );

  test.each([
    ["set to false", '{ "compilerOptions": { "allowImportingTsExtensions": false } }'],
    ["in a comment", '{ "compilerOptions": {\n  // "allowImportingTsExtensions": true\n} }'],
  ])("ends with .js if the compiler option is %s", (_, text) => {
    write("tsconfig.json", text);
    expect(extensionOfImport()).toBe(".js");
  });
});

test("a program for cdktn imports cdktn, its constructs, and files in the form that the project supports", async () => {
  await using emulator = await startEmulator();
  const model = await importedModel(emulator);
  const files = writeTypeScript({ ...model, form: { framework: "cdktn", extension: ".ts", stack: "clickstack" } });
  const specifiers = files.flatMap(({ text }) => [...text.matchAll(/from "([^"]+)"/g)].map(([, name = ""]) => name));
  const paths = new Set(files.map(({ path }) => `./${path}`));
  expect([...new Set(specifiers)].filter((name) => !paths.has(name)).sort()).toEqual([
    "cdk-clickstack/cdktn",
    "cdktn",
    "constructs",
  ]);
  expect(specifiers).toContain("./imports.ts");
});
