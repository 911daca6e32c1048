import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationOfPacks } from "../../../scripts/pictures/packs";
import { callCli } from "../../support/cli/call-cli";
import { temporaryFolder } from "../../support/constructs/synthesize";

test("lint reports nothing about a program with all packs", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify(configurationOfPacks()));
  const { exitCode, stdout } = await callCli(["lint", folder, "--json"]);
  expect([exitCode, JSON.parse(stdout).problems]).toEqual([0, []]);
});
