import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { Workspace } from "../support/workspace";

const emulator = emulatorForTests();

test("a failed plan leaves no temporary key", async () => {
  const workspace = new Workspace(environmentFor(emulator.endpoints));
  workspace.write(
    `
terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack" }
  }
}
ephemeral "clickstack_api_key" "run" {
  name         = "deploy"
  allow_any_ip = true
}
provider "clickstack" {
  alias            = "run"
  cloud_api_key    = ephemeral.clickstack_api_key.run.key_id
  cloud_api_secret = ephemeral.clickstack_api_key.run.key_secret
}
data "clickstack_dashboard" "missing" {
  provider = clickstack.run
  name     = "No such dashboard"
}
`,
    "stack.tf",
  );
  await workspace.init();
  const { exitCode, stderr } = await workspace.plan();
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("No such dashboard")]);
  const requests = emulator.requests.map(({ method, path }) => `${method} ${path}`);
  const { data } = (await ui(emulator, "GET", "/keys")) as { data: readonly { name: string }[] };
  expect(requests.filter((each) => /^POST .*\/keys$/.test(each))).toHaveLength(1);
  expect(data.filter(({ name }) => name.startsWith("deploy (run "))).toEqual([]);
  workspace.remove();
});
