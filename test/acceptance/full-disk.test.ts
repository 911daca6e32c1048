import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { findNativeExecutable, thisPlatform } from "../../src/install/provider-executable";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { listed, ui } from "../support/ui";
import { Workspace } from "../support/workspace";

const OBJECTS = `
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_saved_search" "errors" {
  name      = "Errors"
  source_id = data.clickstack_source.logs.id
}
resource "clickstack_api_key" "ci" {
  name            = "ci"
  secret_in_state = true
  ip_access_list  = [{ source = "127.0.0.0/8" }]
}`;

let emulator: Emulator;
let environment: Record<string, string>;
let workspace: Workspace;
emulatorForEachTest((each) => {
  emulator = each;
});

beforeEach(() => {
  environment = environmentFor(emulator.endpoints);
});

afterEach(() => {
  workspace.remove();
});

/** Wraps the provider in a shell script that first runs this line. */
function openWith(line: string): void {
  const script = join(tmpdir(), `provider-${process.pid}-${Math.random()}`);
  writeFileSync(script, `#!/bin/sh\n${line}\nexec '${findNativeExecutable(thisPlatform())}' "$@"\n`, { mode: 0o755 });
  workspace = new Workspace(environment, script);
  rmSync(script);
}

const keys = async () => ((await ui(emulator, "GET", "/keys")) as { data: readonly { name: string }[] }).data;

async function expectEverythingOnce(): Promise<void> {
  expect((await listed(emulator, "saved-searches")).map(({ name }) => name)).toEqual(["Errors"]);
  expect((await keys()).filter(({ name }) => name.startsWith("ci"))).toEqual([expect.objectContaining({ name: "ci" })]);
  expect(await workspace.plannedDifferences()).toEqual([]);
}

test("an apply creates each object once even if the provider cannot write a byte to the disk", async () => {
  openWith("ulimit -f 0");
  await workspace.applyOf(OBJECTS);
  await expectEverythingOnce();
  expect(readdirSync(join(workspace.folder, ".terraform", "clickstack", "creates"))).toEqual([]);
});

test("an apply creates each object once even if the journal of creates has no folder", async () => {
  openWith("");
  workspace.write(OBJECTS);
  await workspace.init();
  writeFileSync(join(workspace.folder, ".terraform", "clickstack"), "a file in the place of the folder");
  const output = (await workspace.apply()).replaceAll(/\s+/g, " ");
  expect(output).toContain("The journal of creates is disabled");
  expect(output).toContain(".terraform/clickstack is not a folder. Fix: Remove it, or choose another folder.");
  await expectEverythingOnce();
});

test("a provider that cannot create its socket reports the path and the fix", async () => {
  openWith("export TMPDIR=/sys");
  const { exitCode, stderr } = await workspace.planOf(OBJECTS);
  expect(exitCode).toBe(1);
  expect(stderr.replaceAll(/[\s│]+/g, " ")).toMatch(
    /The provider cannot create its socket in \/sys: (EPERM|EACCES)\. Fix: Set TMPDIR to a folder that this user can write to\./,
  );
});
