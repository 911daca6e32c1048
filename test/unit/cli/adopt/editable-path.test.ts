import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Program } from "../../../../src/cli/code/typescript/edit/program";
import { AuthorFiles } from "../../../../src/cli/project/author-files";
import { findPathProblem } from "../../../../src/cli/project/editable-path";
import { temporaryFolder } from "../../../support/constructs/synthesize";

/** Creates a folder with files, and returns the folder of the program in it. */
function project(files: Readonly<Record<string, string>>, program = "."): string {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  mkdirSync(join(root, program), { recursive: true });
  return join(root, program);
}

describe("a recorded position", () => {
  const monorepo = () => project({ ".git/HEAD": "", "packages/y/board.ts": "" }, "packages/x");
  const workspace = () => project({ "package.json": "{}", "packages/y/board.ts": "" }, "packages/x");

  test("is accepted in the folder of the program and in neighboring packages", () => {
    expect(findPathProblem(monorepo(), "main.ts")).toBeUndefined();
    expect(findPathProblem(monorepo(), "../y/board.ts")).toBeUndefined();
    expect(findPathProblem(workspace(), "../y/board.ts")).toBeUndefined();
  });

  test.each([
    ["../../../other/main.ts", "The file is outside of the repository."],
    ["../../../../../../../../../../../etc/passwd", "The file is outside of the repository."],
    ["a/../../../../x.ts", "The file is outside of the repository."],
    ["../../.git/config", "The file belongs to git."],
    ["../../.GIT/config", "The file belongs to git."],
    ["node_modules/board/index.js", "The file belongs to a package in node_modules."],
    ["Node_Modules/board/index.js", "The file belongs to a package in node_modules."],
    ["../../node_modules/board/index.js", "The file belongs to a package in node_modules."],
    ["a.ts\n+++ b/b.ts", "The recorded path contains control characters."],
    ["\u001b[2Ja.ts", "The recorded path contains control characters."],
  ])("is refused at %j", (path, reason) => {
    expect(findPathProblem(monorepo(), path)).toBe(reason);
  });
});

describe("JavaScript that a compiler wrote", () => {
  const GENERATED =
    "The file is generated JavaScript without a source map. Create source maps, or run the program with tsx.";
  const open = (files: Readonly<Record<string, string>>, path: string, program = ".") => {
    const opened = new Program(new AuthorFiles(project(files, program))).open(path);
    return typeof opened === "string" ? opened : opened.path;
  };

  test.each([
    ["has a source map that does not exist", { "main.js": "new A();\n//# sourceMappingURL=main.js.map\n" }, "main.js"],
    [
      "is a module that TypeScript compiled",
      { "main.js": 'Object.defineProperty(exports, "__esModule", { value: true });' },
      "main.js",
    ],
    ["is a bundle", { "out.cjs": "var __defProp = Object.defineProperty;" }, "out.cjs"],
    ["is next to its TypeScript file", { "a/main.mjs": "new A();", "a/main.mts": "new A();" }, "a/main.mjs"],
    [
      "is in the output folder",
      { "dist/a/main.js": "new A();", "tsconfig.json": '{ // comment\n "compilerOptions": { "outDir": "./dist", } }' },
      "dist/a/main.js",
    ],
  ])("is not edited if the file %s", (_, files, path) => {
    expect(open(files as never, path)).toBe(GENERATED);
  });

  test("is distinguished from JavaScript that the author wrote, which is edited", () => {
    const files = { "main.js": "new A();", "tsconfig.json": '{ "compilerOptions": { "outDir": "dist" } }' };
    expect(open(files, "main.js")).toBe("main.js");
  });

  test("is not edited in a folder that git ignores", () => {
    const program = new Program(new AuthorFiles(project({ "gen/a.ts": "" })), new Set(["gen/a.ts"]));
    expect(program.open("gen/a.ts")).toBe("Git ignores the file, so it is generated or cannot be restored.");
  });
});
