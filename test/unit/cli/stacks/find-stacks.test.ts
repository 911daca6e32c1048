import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findStacks } from "../../../../src/cli/engine/find-stacks";
import { locateResource } from "../../../../src/cli/engine/plan-json";
import { sideBySide } from "../../../../src/cli/engine/plan-stacks";

describe("stacks", () => {
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

  test("are all synthesized ones for cdktf.out and for its parent folder", () => {
    synthesized("cdktf.out", "staging", "production");
    expect(findStacks([], root)).toEqual([
      { name: "staging", folder: join(root, "cdktf.out/stacks/staging") },
      { name: "production", folder: join(root, "cdktf.out/stacks/production") },
    ]);
    expect(names("cdktf.out")).toEqual(["staging", "production"]);
  });

  test.each(["main.tf", "cdk.tf.json", "main.tofu"])("are folders with %s, each once", (file) => {
    write(`a/${file}`);
    expect(names("a", "./a")).toEqual(["a"]);
  });

  test("of one name are distinguished by their folder", () => {
    write("eu/shop/main.tf");
    write("us/shop/main.tf");
    expect(names("eu/shop", "us/shop")).toEqual(["eu/shop", "us/shop"]);
  });

  test("that do not exist are an error with the fix", () => {
    write("empty/readme.md");
    expect(() => names("empty")).toThrow(
      "empty contains no stack: no cdktf.out with synthesized stacks, and no .tf or .tf.json files. Fix: Name the folder of a stack, or synthesize first.",
    );
    expect(() => names("missing")).toThrow(
      "The folder missing does not exist. Fix: Synthesize first, or name the folder of a stack.",
    );
  });

  test("show where a resource is declared, in HCL and in JSON", () => {
    write("a/main.tf", 'locals {}\n\nresource "clickstack_alert" "errors" {\n}\n');
    const json = { resource: { clickstack_alert: { errors: {}, other: {} }, clickstack_dashboard: { other: {} } } };
    write("b/cdk.tf.json", JSON.stringify(json, undefined, 2));
    const line = (folder: string, type: string, name: string) =>
      locateResource(join(root, folder), { type, name })?.line;
    expect(line("a", "clickstack_alert", "errors")).toBe(3);
    expect(line("a", "clickstack_alert", "other")).toBeUndefined();
    expect(line("b", "clickstack_alert", "other")).toBe(5);
    expect(line("b", "clickstack_dashboard", "other")).toBe(8);
  });
});

test("parallel work is limited, and its results keep the order", async () => {
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
