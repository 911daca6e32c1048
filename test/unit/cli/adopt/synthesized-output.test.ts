import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SynthesizedOutput } from "../../../../src/cli/project/project-program";
import { temporaryFolder } from "../../../support/constructs/synthesize";

test("the stacks of the original code are restored without running the program, and no other file changes", () => {
  const output = temporaryFolder();
  const path = (file: string) => join(output, file);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
  };
  const synthesize = (names: readonly string[], text: string) => {
    const stacks = names.map((name) => [name, { name, workingDirectory: `stacks/${name}` }]);
    write("manifest.json", JSON.stringify({ version: text, stacks: Object.fromEntries(stacks) }));
    for (const name of names) {
      write(`stacks/${name}/cdk.tf.json`, text);
    }
  };
  synthesize(["shop", "removed"], "before");
  const before = new SynthesizedOutput(output);
  synthesize(["shop", "added"], "after");
  write("stacks/added/.terraform/a", "a");
  write("stacks/shop/terraform.tfstate", "state");
  write("stacks/other/terraform.tfstate", "state");
  rmSync(path("stacks/removed"), { recursive: true });
  before.restore();
  const texts = ["stacks/shop/cdk.tf.json", "stacks/removed/cdk.tf.json"].map((file) =>
    readFileSync(path(file), "utf8"),
  );
  expect(texts).toEqual(["before", "before"]);
  expect(JSON.parse(readFileSync(path("manifest.json"), "utf8"))).toMatchObject({ version: "before" });
  const kept = ["stacks/added", "stacks/shop/terraform.tfstate", "stacks/other/terraform.tfstate"];
  expect(kept.map((file) => existsSync(path(file)))).toEqual([false, true, true]);
});
