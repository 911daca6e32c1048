import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { projectFiles } from "../../../src/cli/project/new-project";
import { readLockEntries } from "../../../src/install/provider-lock";
import { emulatorForTests, startEmulator } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { runProcess } from "../../support/run-process";
import { listed, ui } from "../../support/ui";
import { WindowsProject } from "../../support/windows/windows-project";

const ROOT = join(__dirname, "..", "..", "..");
const STACK = "cdktf.out/stacks/observability";
const FILES = projectFiles({ name: "observability", framework: "cdktn", bringsTerraform: false });

describe("a new project on Windows whose files have CRLF", () => {
  const emulator = emulatorForTests();
  let project: WindowsProject;

  beforeAll(() => {
    project = new WindowsProject(environmentFor(emulator.endpoints));
    project.write(FILES);
    project.useCrlf(Object.keys(FILES));
  });

  afterAll(() => project.remove());

  const must = async (command: string, exitCode = 0, cwd?: string) => {
    const result = await project.cli(command.split(" "), cwd);
    if (result.exitCode !== exitCode) {
      throw new Error(`${command} exited with code ${result.exitCode}:\n${result.stdout}${result.stderr}`);
    }
    return result.stdout;
  };
  const rename = async (name: string) => {
    const [board] = await listed(emulator, "dashboards");
    await ui(emulator, "PATCH", `/api/v2/dashboards/${board?.id}`, { name });
  };

  test("is deployed with a check of its types, and the second plan is empty", async () => {
    expect(await must("deploy --yes")).toContain("observability (cdktf.out\\stacks\\observability): 1 to create");
    expect(await must("plan")).toContain("Nothing to do.");
    expect(await listed(emulator, "dashboards")).toMatchObject([{ name: "First dashboard" }]);
  });

  test("passes doctor, lint and preview", async () => {
    expect(await must("doctor")).toMatch(/ok {7}provider-starts.*\n[\s\S]*None of \d+ checks failed\./);
    expect(await must("lint")).toContain("No problems in 1 stack.");
    expect(await must("preview")).toContain("│ line  Logs: count where level:error");
  });

  test("has the author's line in the messages of drift and of errors", async () => {
    await rename("Renamed");
    expect(await must("drift", 2)).toContain("Renamed was changed clickstack_dashboard.first in main.ts:15");
    const main = project.read("main.ts");
    project.write({ "main.ts": main.replace('where: "level:error"', "where: 5 as never") });
    const { exitCode, stderr } = await project.cli(["plan"]);
    project.write({ "main.ts": main });
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining("\n  main.ts:18  ") });
    expect(stderr).not.toContain("\\u000d");
  });

  test("has no drift that its settings with CRLF ignore", async () => {
    project.write({ ".clickstack-drift.yaml": "ignore:\r\n  - what: changed\r\n    name: Renamed\r\n" });
    await must("drift");
    rmSync(join(project.folder, ".clickstack-drift.yaml"));
    await must("drift", 2);
  });

  test("gets an unverified patch from adopt, because Wine has no links, and keeps its line ends with --write", async () => {
    const before = project.read("main.ts");
    const { exitCode, stdout, stderr } = await project.cli(["adopt"]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("No plan verified the patch. A copy of the project requires links"),
    });
    expect(stdout).toContain('+  name: "Renamed",\r\n');
    await must("adopt --write --allow-dirty");
    expect(project.read("main.ts")).toBe(before.replace("First dashboard", "Renamed"));
    expect(await must("deploy --yes")).toContain("Nothing to do.");
  });

  test("shares its lock file with other systems", async () => {
    const environment = { ...project.environment, CHECKPOINT_DISABLE: "1" };
    const tsx = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
    const [windows] = readLockEntries(join(project.folder, STACK));
    const linux = await runProcess(process.execPath, [tsx, "main.ts"], { cwd: project.folder, environment });
    expect(linux).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    const [both] = readLockEntries(join(project.folder, STACK));
    expect(both?.hashes).toHaveLength(2);
    expect(both?.hashes).toEqual(expect.arrayContaining([...(windows?.hashes ?? [])]));
    rmSync(join(project.folder, STACK, ".terraform"), { recursive: true });
    expect(await must("plan --init")).toContain("Nothing to do.");
    expect(readLockEntries(join(project.folder, STACK))).toEqual([both]);
  });
});

test("a project on Windows is deployed in a folder whose provider has a path of more than 260 characters", async () => {
  await using emulator = await startEmulator();
  const project = new WindowsProject(
    environmentFor(emulator.endpoints),
    join("a-folder-with-a-long-name".repeat(3), "another-folder-with-a-long-name".repeat(2)),
  );
  try {
    project.write(FILES);
    const deployed = await project.cli(["deploy", "--yes", "--no-check"]);
    expect(deployed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("1 added") });
    expect(await project.cli(["plan"])).toMatchObject({ exitCode: 0 });
    const files = readdirSync(project.folder, { recursive: true, encoding: "utf8" });
    const placed = files
      .filter((file) => file.endsWith(".exe") && !file.includes("node_modules"))
      .map((file) => join(project.folder, file));
    expect(placed.filter((file) => file.length > 260)).toHaveLength(3);
  } finally {
    project.remove();
  }
});

test("a project on Windows uses the wrapper that npm installs, if no engine is installed", async () => {
  const project = new WindowsProject({ TERRAFORM_BINARY_NAME: "" });
  try {
    project.write({
      "node_modules/@jahed/terraform/bin/terraform.js": `
        const { spawnSync } = require("node:child_process");
        const { status } = spawnSync(${JSON.stringify(project.tofuPath)}, process.argv.slice(2), { stdio: "inherit" });
        process.exit(status);`,
      "main.tf": "",
    });
    const { stdout } = await project.cli(["doctor"]);
    expect(stdout).toContain("ok       engine: terraform 1.11.6 (Z:\\");
  } finally {
    project.remove();
  }
});
