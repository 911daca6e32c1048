import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { longTest } from "../support/long-test";
import { Host } from "../support/plugin/harness/host";
import { Terraform } from "../support/plugin/harness/terraform";
import { listed } from "../support/ui";

const ROOT = join(__dirname, "..", "..");

interface Launch {
  readonly name: string;
  readonly runtimeArgs?: readonly string[];
  readonly program: string;
  readonly args: readonly string[];
}

const { configurations } = JSON.parse(readFileSync(join(ROOT, ".vscode", "launch.json"), "utf8")) as {
  configurations: readonly Launch[];
};

const CONFIGURATION = `
terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack" }
  }
}
resource "clickstack_dashboard" "debugged" {
  name  = "Debugged"
  tiles = {}
}
`;

/** The command that an editor runs in the project's folder. */
function commandOf(name: string): readonly string[] {
  const launch = configurations.find((each) => each.name === name);
  if (!launch) {
    throw new Error(`There is no launch configuration "${name}".`);
  }
  return [...(launch.runtimeArgs ?? []), launch.program, ...launch.args].map(inProject);
}

function inProject(word: string): string {
  return word.replace(/\$\{workspaceFolder\}/, ROOT);
}

longTest('Terraform uses the provider that the launch configuration "Provider under Terraform" starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), "debugging-"));
  await using emulator = await startEmulator();
  const environment = environmentFor(emulator.endpoints);
  const host = new Host(process.execPath, environment, commandOf("Provider under Terraform"));
  try {
    const terraform = new Terraform(folder, { TF_REATTACH_PROVIDERS: await host.reattach() });
    terraform.write(CONFIGURATION);
    await terraform.must("init");
    await terraform.must("apply", "-auto-approve");
    expect((await listed(emulator, "dashboards")).map(({ name }) => name)).toContain("Debugged");
    expect(await terraform.planCode()).toBe(0);
  } finally {
    await host[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("every launch configuration starts a program that exists", () => {
  const programs = configurations.map(({ program }) => inProject(program));
  expect(programs.length).toBeGreaterThan(1);
  expect(programs.filter((program) => !existsSync(program))).toEqual([]);
});
