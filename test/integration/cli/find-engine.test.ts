import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { EngineMissingError, findEngine } from "../../../src/cli/engine/find-engine";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "clickstack-engine-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Puts a program into a folder below the root. */
function program(folder: string, name: string): string {
  mkdirSync(join(root, folder), { recursive: true });
  const file = join(root, folder, name);
  writeFileSync(file, "#!/bin/sh\n");
  chmodSync(file, 0o755);
  return file;
}

const path = (...folders: string[]) => ({ PATH: folders.map((folder) => join(root, folder)).join(delimiter) });
const project = () => join(root, "project", "observability");

describe("the selected engine", () => {
  test("is terraform if both terraform and tofu are on the PATH, in any order", () => {
    program("a", "tofu");
    const terraform = program("b", "terraform");
    expect(findEngine(path("a", "b"), root)).toEqual({ name: "terraform", path: terraform });
  });

  test("is an installed program and not an npm wrapper, even if the wrapper is first on the PATH", () => {
    program("project/node_modules/.bin", "terraform");
    const tofu = program("b", "tofu");
    expect(findEngine(path("project/node_modules/.bin", "b"), project())).toEqual({ name: "tofu", path: tofu });
  });

  test("is an npm wrapper of the project or of a parent folder if no engine is installed", () => {
    const wrapper = program("project/node_modules/.bin", "terraform");
    expect(findEngine(path("b"), project())).toEqual({ name: "terraform", path: wrapper });
  });

  test("is Node with the script of the npm wrapper on Windows, which cannot start scripts", () => {
    const { platform } = process;
    const wrapper = program("project/node_modules/@jahed/terraform/bin", "terraform.js");
    program("project/node_modules/.bin", "terraform");
    Object.defineProperty(process, "platform", { value: "win32" });
    try {
      const engine = { name: "terraform", path: process.execPath, words: [wrapper] };
      expect(findEngine(path("b"), project())).toEqual(engine);
    } finally {
      Object.defineProperty(process, "platform", { value: platform });
    }
  });

  test.each([
    ["a name on the PATH", () => "tofu-1.11"],
    ["an absolute path", () => join(root, "b", "tofu-1.11")],
    ["a path relative to the folder", () => "b/tofu-1.11"],
  ])("is the program in TERRAFORM_BINARY_NAME: %s", (_, named) => {
    program("a", "terraform");
    const tofu = program("b", "tofu-1.11");
    const environment = { ...path("a", "b"), TERRAFORM_BINARY_NAME: named() };
    expect(findEngine(environment, root)).toEqual({ name: "tofu", path: tofu });
  });
});

test("a program in TERRAFORM_BINARY_NAME that does not exist causes an error, and no other engine is used", () => {
  program("a", "terraform");
  const environment = { ...path("a"), TERRAFORM_BINARY_NAME: "tofu-1.11" };
  expect(() => findEngine(environment, root)).toThrow(
    new EngineMissingError(
      "TERRAFORM_BINARY_NAME is tofu-1.11, but this program does not exist.",
      "Name a program on the PATH or its path, or unset it to use terraform or tofu.",
    ),
  );
});

test("a folder or a file without execute permission is not used as an engine", () => {
  mkdirSync(join(root, "a", "terraform"), { recursive: true });
  mkdirSync(join(root, "b"));
  writeFileSync(join(root, "b", "tofu"), "");
  expect(() => findEngine(path("a", "b"), root)).toThrow(/^Neither terraform nor tofu is on the PATH or in/);
});
