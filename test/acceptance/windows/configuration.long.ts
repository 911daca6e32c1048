import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readLockEntries } from "../../../src/install/provider-lock";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { listed, ui } from "../../support/ui";
import { WindowsProject } from "../../support/windows/windows-project";

const CONFIGURATION = `terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack" }
  }
}

data "clickstack_source" "logs" { name = "Logs" }

resource "clickstack_saved_search" "errors" {
  name      = "Errors"
  source_id = data.clickstack_source.logs.id
  where     = "level:error" # of all services
}
`;

describe("a configuration in HCL on Windows with CRLF", () => {
  const emulator = emulatorForTests();
  let project: WindowsProject;

  beforeAll(async () => {
    project = new WindowsProject(environmentFor(emulator.endpoints));
    project.write({ "main.tf": CONFIGURATION });
    project.useCrlf(["main.tf"]);
    const placed = await project.cli(["install-provider"]);
    expect(placed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("(native executable)") });
    expect(await project.tofu(["init"])).toMatchObject({ exitCode: 0 });
  });

  afterAll(() => project.remove());

  const searches = () => listed(emulator, "saved-searches");
  const journal = () => readdirSync(join(project.folder, ".terraform", "clickstack", "creates"));

  test("is applied twice at the same time with one object, because the state is locked", async () => {
    const words = ["apply", "-auto-approve", "-lock-timeout=120s"];
    const both = await Promise.all([project.tofu(words), project.tofu(words)]);
    expect(both).toMatchObject([{ exitCode: 0 }, { exitCode: 0 }]);
    expect(await searches()).toMatchObject([{ name: "Errors" }]);
  });

  test("finds the object of an interrupted create again, also if the folder is named in capitals", async () => {
    const [before] = await searches();
    for (const file of ["terraform.tfstate", "terraform.tfstate.backup"]) {
      rmSync(join(project.folder, file), { force: true });
    }
    rmSync(join(project.folder, ".terraform", "clickstack"), { recursive: true });
    await ui(emulator, "DELETE", `/api/v2/saved-searches/${before?.id}`);
    expect(await project.tofu(["apply", "-auto-approve"])).toMatchObject({ exitCode: 0 });
    expect(journal()).toHaveLength(1);
    rmSync(join(project.folder, "terraform.tfstate"));
    const { stdout } = await project.tofuIn(project.windowsFolder.toUpperCase(), ["apply", "-auto-approve"]);
    expect(stdout).toContain('An interrupted run created the saved search "Errors", which is in no state');
    expect(await searches()).toHaveLength(1);
  });

  test("keeps its comments and line ends when adopt writes a value", async () => {
    const [search] = await searches();
    await ui(emulator, "PATCH", `/api/v2/saved-searches/${search?.id}`, { where: "level:fatal" });
    const before = project.read("main.tf");
    const { exitCode, stderr } = await project.cli(["adopt", "--write"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining("Written to main.tf.") });
    expect(project.read("main.tf")).toBe(before.replace("level:error", "level:fatal"));
  });

  test("has a lock file that the engine still accepts after git converted its line ends", async () => {
    project.useCrlf([".terraform.lock.hcl"]);
    const locked = readLockEntries(project.folder);
    expect(locked).toMatchObject([{ version: "0.1.0", hashes: [expect.stringContaining("h1:")] }]);
    rmSync(join(project.folder, ".terraform"), { recursive: true });
    expect(await project.tofu(["init", "-lockfile=readonly"])).toMatchObject({ exitCode: 0 });
    expect(readLockEntries(project.folder)).toEqual(locked);
  });
});

describe("objects whose names Windows does not accept for files", () => {
  const NAMES = ["CON", "aux.", "nul", "com1", "a:b", "x?*<>|", "CHECKOUT", "checkout", "Über. "];
  const emulator = emulatorForTests();
  let project: WindowsProject;

  beforeAll(async () => {
    project = new WindowsProject(environmentFor(emulator.endpoints));
    for (const name of NAMES) {
      await ui(emulator, "POST", "/api/v2/dashboards", { name, tiles: [] });
    }
  });

  afterAll(() => project.remove());

  test.each([
    ["typescript", "code/dashboards"],
    ["hcl", "code-hcl"],
  ])("are imported in %s into files that Windows accepts, and verified", async (format, folder) => {
    const [target = ""] = folder.split("/");
    const words = ["import", target, "--type", "dashboard", "--format", format];
    const { exitCode, stdout } = await project.cli(words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining("Verified with tofu") });
    const files = readdirSync(join(project.folder, folder));
    const names = files.filter((name) => /\.(?:ts|tf)$/.test(name)).map((name) => name.replace(/\..*/, ""));
    expect(names.length).toBeGreaterThanOrEqual(NAMES.length);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names.filter((name) => /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/i.test(name) || /[^\w-]/.test(name))).toEqual(
      [],
    );
  });

  test("are unchanged after git converted the line ends of the code", async () => {
    const entries = readdirSync(join(project.folder, "code-hcl"), { withFileTypes: true });
    project.useCrlf(entries.filter((entry) => entry.isFile()).map(({ name }) => `code-hcl/${name}`));
    const words = ["import", "code-hcl", "--type", "dashboard", "--format", "hcl", "--no-verify"];
    const { exitCode, stdout } = await project.cli(words);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Imported no new objects into code-hcl.");
    expect(stdout).not.toMatch(/ (?:written|edited)/);
    expect(existsSync(join(project.folder, "code-hcl", "main.tf"))).toBe(true);
  });
});
