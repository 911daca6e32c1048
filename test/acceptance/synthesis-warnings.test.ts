import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callCli } from "../support/cli/call-cli";
import { temporaryFolder } from "../support/constructs/synthesize";

const MESSAGE =
  "tiles.pages.config.limit: The API does not support a row limit. The limit is left out, and the table shows all rows.";

/** Folders of a program without resources that warned at synthesis. */
function synthesizedFolder(): string {
  const root = temporaryFolder();
  const folder = join(root, "stacks", "shop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify({ output: { a: { value: 1 } } }));
  const annotations = [
    { constructPath: "shop/checkout", level: "@cdktf/warn", message: MESSAGE, stacktrace: [] },
    { constructPath: "shop/checkout", level: "@cdktf/info", message: "nothing", stacktrace: [] },
  ];
  const stacks = { shop: { name: "shop", workingDirectory: "stacks/shop", annotations } };
  writeFileSync(join(root, "manifest.json"), JSON.stringify({ version: "stubbed", stacks }));
  return root;
}

test.each([
  ["the folder of all stacks", (root: string) => root],
  ["the folder of one stack", (root: string) => join(root, "stacks", "shop")],
])("a plan of %s shows the synthesis warnings in text, Markdown and JSON", async (_name, folderOf) => {
  const folder = folderOf(synthesizedFolder());
  const text = await callCli(["plan", folder]);
  expect(text.stdout).toContain("The program warns at shop/checkout");
  expect(text.stdout).toContain(MESSAGE);
  const markdown = await callCli(["plan", folder, "--format", "markdown"]);
  expect(markdown.stdout).toContain("The program warns at shop/checkout");
  const json = JSON.parse((await callCli(["plan", folder, "--format", "json"])).stdout);
  expect(json.stacks[0].diagnostics).toEqual([
    { severity: "warning", summary: "The program warns at shop/checkout", detail: MESSAGE },
  ]);
});
