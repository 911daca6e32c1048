import { readdirSync } from "node:fs";
import { join } from "node:path";
import { callCli } from "../support/cli/call-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { ServedWorkspace } from "../support/workspace";

const VALUES = {
  validate: "true",
  command: "echo one",
  output: "one",
  secret: "first",
  version: "1",
  stage: "staging",
  key: "first-key",
};

/** Parts of a configuration that are not fields of an object in a plan. */
function configuration(changes: Partial<typeof VALUES>): string {
  const { validate, command, output, secret, version, stage, key } = { ...VALUES, ...changes };
  return `
provider "clickstack" {
  requests_per_window = 10000
  validate_on_plan    = ${validate}
  http_headers        = { X-Stage = var.stage, X-Key = "${key}" }
}
variable "stage" { default = "${stage}" }
variable "secret" {
  sensitive = true
  default   = "${secret}"
}
resource "clickstack_webhook" "pager" {
  name            = "Pager"
  service         = "generic"
  url             = "https://example.com/hook"
  headers         = { Authorization = "${secret}" }
  headers_version = "${version}"
}
resource "terraform_data" "script" {
  provisioner "local-exec" {
    command     = "${command}"
    environment = { STAGE = var.stage }
  }
}
output "page" { value = "https://example.com/${output}" }
output "hidden" {
  value     = "${secret}"
  sensitive = true
}
`;
}

describe("cdk-clickstack plan --reviewed", () => {
  const emulator = emulatorForTests();
  let workspace: ServedWorkspace;

  beforeAll(async () => {
    workspace = new ServedWorkspace(environmentFor(emulator.endpoints));
    workspace.write(configuration({}));
    expect(await run("--init", "--output", file("plan.md"))).toMatchObject({ exitCode: 2 });
  });

  afterAll(() => workspace.remove());

  const file = (name: string) => join(workspace.folder, name);
  const run = (...words: string[]) => callCli(["plan", workspace.folder, ...words], workspace.environment);

  test.each<[string, Partial<typeof VALUES>, string]>([
    ["argument of a provider", { validate: "false" }, "validate_on_plan of provider clickstack (changed)"],
    ["provisioner", { command: "curl example.com" }, "provisioners of terraform_data.script (changed)"],
    ["variable of a provisioner", { stage: "production" }, "provisioners of terraform_data.script (changed)"],
    ["output", { output: "two" }, "output page (changed)"],
    ["version of a write-only value", { version: "2" }, "clickstack_webhook.pager (changed)"],
  ])("refuses another %s, and prints the difference", async (_, change, difference) => {
    workspace.write(configuration(change));
    const { exitCode, stderr } = await run("--reviewed", file("plan.md"), "--out", file("plans"));
    expect(stderr).toContain(`: ${difference}. The code, the state or the server changed. No plan was saved. Fix: `);
    expect(exitCode).toBe(1);
    expect(readdirSync(file("plans"))).toEqual([]);
  });

  test("accepts the same plan, and does not compare sensitive values", async () => {
    workspace.write(configuration({ secret: "second", key: "another-key" }));
    expect(await run("--reviewed", file("plan.md"), "--out", file("plans"))).toMatchObject({ exitCode: 2 });
    expect(readdirSync(file("plans"))).toEqual([expect.stringMatching(/\.tfplan$/)]);
  });
});
