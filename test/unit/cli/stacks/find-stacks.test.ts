import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { CodeLines } from "../../../../src/cli/project/code-lines";
import { findStacks } from "../../../../src/cli/project/find-stacks";
import { sideBySide } from "../../../../src/cli/project/plan-stacks";
import { inDependencyOrder } from "../../../../src/cli/project/stack-order";

describe("the stacks of a project", () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "stacks-"));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  const write = (file: string, text = "") => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };

  const synthesized = (folder: string, ...names: string[]) => {
    const stacks = Object.fromEntries(names.map((name) => [name, { name, workingDirectory: `stacks/${name}` }]));
    write(`${folder}/manifest.json`, JSON.stringify({ version: "0.21.0", stacks }));
  };

  const names = (...folders: string[]) => findStacks(folders, root).map(({ name }) => name);

  test("include every synthesized stack for cdktf.out and for its parent folder", () => {
    synthesized("cdktf.out", "staging", "production");
    expect(findStacks([], root)).toEqual([
      { name: "staging", folder: join(root, "cdktf.out/stacks/staging") },
      { name: "production", folder: join(root, "cdktf.out/stacks/production") },
    ]);
    expect(names("cdktf.out")).toEqual(["staging", "production"]);
  });

  test("are in the order of applies that the manifest declares", () => {
    const stacks = {
      web: { name: "web", workingDirectory: "stacks/web", dependencies: ["base"] },
      base: { name: "base", workingDirectory: "stacks/base", dependencies: [] },
    };
    write("cdktf.out/manifest.json", JSON.stringify({ stacks }));
    const found = findStacks([], root);
    expect(found.map(({ dependencies }) => dependencies)).toEqual([["base"], undefined]);
    expect(inDependencyOrder(found).map(({ name }) => name)).toEqual(["base", "web"]);
  });

  test("cause an error with their names if they depend on each other", () => {
    const stack = (name: string, dependency: string) => ({ name, folder: root, dependencies: [dependency] });
    expect(() => inDependencyOrder([stack("a", "b"), stack("b", "a"), { name: "c", folder: root }])).toThrow(
      "These stacks depend on each other, so none can be the first: a, b. Fix: ",
    );
  });

  test("cannot be read from a file, and the error suggests its folder", () => {
    write("main.ts");
    expect(() => names("main.ts")).toThrow("main.ts is a file. Fix: Name its folder.");
    expect(() => names("nope")).toThrow("The folder nope does not exist. Fix: ");
  });

  test.each(["main.tf", "cdk.tf.json", "main.tofu"])("include each folder with %s only once", (file) => {
    write(`a/${file}`);
    expect(names("a", "./a")).toEqual(["a"]);
  });

  test("are distinguished by their folder if their names are equal", () => {
    write("eu/shop/main.tf");
    write("us/shop/main.tf");
    expect(names("eu/shop", "us/shop")).toEqual(["eu/shop", "us/shop"]);
  });

  test("cause an error with a fix if they do not exist", () => {
    write("empty/readme.md");
    expect(() => names("empty")).toThrow(
      "empty contains no stack: no cdktf.out with synthesized stacks, and no .tf or .tf.json files. Fix: Name the folder of a stack, or run the program, which must end with app.synth().",
    );
    expect(() => names("missing")).toThrow(
      "The folder missing does not exist. Fix: Run the program, which must end with app.synth(), or name the folder of a stack.",
    );
  });

  test("include the line that declares each resource, in HCL and in JSON", () => {
    write("a/main.tf", 'locals {}\n\nresource "clickstack_alert" "errors" {\n}\n');
    const json = { resource: { clickstack_alert: { errors: {}, other: {} }, clickstack_dashboard: { other: {} } } };
    write("b/cdk.tf.json", JSON.stringify(json, undefined, 2));
    const line = (folder: string, type: string, name: string) =>
      new CodeLines(join(root, folder)).find({ type, name })?.line;
    expect(line("a", "clickstack_alert", "errors")).toBe(3);
    expect(line("a", "clickstack_alert", "other")).toBeUndefined();
    expect(line("b", "clickstack_alert", "other")).toBe(5);
    expect(line("b", "clickstack_dashboard", "other")).toBe(8);
  });

  test("ignore a text that looks like a key when they search for the line of a resource", () => {
    const block = { clickstack_alert: { errors: { name: "x" } } };
    write(
      "c/cdk.tf.json",
      JSON.stringify({ locals: { words: ["resource"] }, data: block, resource: block }, undefined, 2),
    );
    expect(new CodeLines(join(root, "c")).find({ type: "clickstack_alert", name: "errors" })?.line).toBe(16);
  });

  describe("the program line of a resource", () => {
    const folder = "p/cdktf.out/stacks/shop";
    const found = (source: unknown, name = "errors") => {
      const block = { "//": { metadata: { path: "shop/errors" }, clickstack: { source } } };
      write(
        `${folder}/cdk.tf.json`,
        JSON.stringify({ resource: { clickstack_alert: { [name]: block } } }, undefined, 2),
      );
      const line = new CodeLines(join(root, folder)).find({ type: "clickstack_alert", name });
      return line && { ...line, file: relative(join(root, "p"), line.file) };
    };

    test("comes from the record of the synthesis", () => {
      expect(found("infra/main.ts:12:7")).toEqual({ file: "infra/main.ts", line: 12, column: 7 });
      expect(found("ab:1:2:3:4")).toEqual({ file: "ab:1:2", line: 3, column: 4 });
      expect(found("../shared/board.ts:3:1")).toEqual({ file: "../shared/board.ts", line: 3, column: 1 });
    });

    test("is found in the current folder, if the output folder is elsewhere", () => {
      write(`${folder}/cdk.tf.json`, "");
      expect(found("package.json:1:1")).toMatchObject({ line: 1, column: 1 });
      const block = { "//": { clickstack: { source: "src/version.ts:2:3" } } };
      write(`${folder}/cdk.tf.json`, JSON.stringify({ resource: { clickstack_alert: { errors: block } } }));
      expect(new CodeLines(join(root, folder)).find({ type: "clickstack_alert", name: "errors" })).toEqual({
        file: "src/version.ts",
        line: 2,
        column: 3,
      });
    });

    test.each([
      ["/etc/passwd:1:1"],
      ["\\\\host\\share:1:1"],
      ["C:\\main.ts:1:1"],
      ["main.ts"],
      ["main.ts:1"],
      ["main.ts:x:1"],
      [":1:1"],
      ["a\0b:1:1"],
      [12],
      [{ file: "main.ts" }],
    ])("is unknown for the invalid record %j", (source) => {
      expect(found(source)).toMatchObject({ file: "cdktf.out/stacks/shop/cdk.tf.json", line: 4 });
    });

    test("is found for resources with names of object properties", () => {
      expect(found("main.ts:1:1", "constructor")).toMatchObject({ line: 1 });
      const lines = new CodeLines(join(root, folder));
      expect(lines.find({ type: "clickstack_alert", name: "toString" })).toBeUndefined();
      expect(lines.find({ type: "clickstack_alert", name: "constructor", module_address: "module.m" })).toBeUndefined();
    });
  });
});

test("the number of parallel tasks is limited, and the results keep the order of the tasks", async () => {
  let running = 0;
  let most = 0;
  const results = await sideBySide([5, 1, 4, 2, 3], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < item; turn += 1) {
      await Promise.resolve();
    }
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});
