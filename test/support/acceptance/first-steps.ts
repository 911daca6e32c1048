import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { VERSION } from "../../../src/version";
import { emulatorForTests } from "../emulator/emulator-for-tests";
import { environmentFor } from "../environment";
import { packedPackage, UserProject } from "../user-project";

/** Returns the first block in a language below a heading of a page, or on the whole page. */
function blockOf(page: string, language: string, heading?: string): string {
  const text = readFileSync(join(__dirname, "..", "..", "..", page), "utf8");
  const below = heading === undefined ? text : text.split(`\n## ${heading}\n`)[1];
  const [, block = ""] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(below ?? "") ?? [];
  if (block === "") {
    throw new Error(`${page} has no block in ${language} below ${heading}.`);
  }
  return block;
}

/** Returns the lines of a block. */
function linesOf(block: string): readonly string[] {
  return block.trim().split("\n");
}

const GETTING_STARTED = "docs/guides/getting-started.md";

/** Defines the tests. Each test continues in the project of the previous tests, as a user does. */
export function testFirstSteps(): void {
  const emulator = emulatorForTests();
  let temporary: string;
  let user: UserProject;
  /** The line that selects the server, with the emulator's values. */
  let reached: string;
  const firstSteps = blockOf("README.md", "shell", "Use it");
  const [init = "", enter = "", install = "", server = "", deploy = "", ...more] = linesOf(firstSteps);

  beforeAll(() => {
    temporary = mkdtempSync(join(tmpdir(), "first-steps-"));
    user = new UserProject([], { TMPDIR: temporary });
    const environment = environmentFor(emulator.endpoints);
    // A real UI uses port 8080 of the server. The UI of the emulator uses the emulator's only port.
    reached = `${server.replaceAll(/(CLICKSTACK_\w+)=\S+/g, (_, name: string) => `${name}=${environment[name]}`)}
export CLICKSTACK_UI_ENDPOINT=${environment.CLICKSTACK_UI_ENDPOINT}`;
  });

  afterAll(() => {
    user.remove();
    rmSync(temporary, { recursive: true, force: true });
  });

  const inProject = (line: string, folder = ".") => user.run(`${reached}\n${line}`, join("observability", folder));

  test("creates and installs a project with the commands of README, which are the same as in Getting started", async () => {
    expect(blockOf(GETTING_STARTED, "shell", "The first project")).toBe(firstSteps);
    expect(enter).toBe("cd observability");
    expect(more).toEqual([]);
    expect(server).toMatch(/^export CLICKSTACK_ENDPOINT=\S+ CLICKSTACK_API_KEY=\S+$/);
    const tarball = packedPackage();
    // The packed file replaces the package in the registry, which does not contain this version yet.
    await user.run(init.replace("npx cdk-clickstack", `npx --yes --package=${tarball} cdk-clickstack`));
    const manifest = readFileSync(join(user.folder, "observability", "package.json"), "utf8");
    user.write({
      "observability/package.json": manifest.replace(
        `"cdk-clickstack": "${VERSION}"`,
        `"cdk-clickstack": "file:${tarball}"`,
      ),
    });
    // npm does not ask a new user to approve the install script of a dependency.
    expect(await user.run(install, "observability")).not.toContain("npm warn install-scripts");
  });

  test("deploys a dashboard and gets its link", async () => {
    const said = await inProject(deploy);
    expect(said).toContain("\nApplied observability: 1 added, 0 changed, 0 destroyed.\n");
    // The last line is a link to the dashboard, on one line of a terminal with 80 columns.
    const [lastLine = ""] = stripVTControlCharacters(said).trim().split("\n").slice(-1);
    const [, link = ""] = /^First dashboard: (.*)$/.exec(lastLine) ?? [];
    expect(lastLine.length).toBeLessThanOrEqual(80);
    expect(link).toMatch(/\/dashboards\/[0-9a-f]{24}$/);
    const { headers } = await fetch(link, { redirect: "manual" });
    expect(headers.get("location")).toBe(`/#dashboards/${link.split("/").at(-1)}`);
  });

  testGettingStarted();

  test("finds no temporary files of the commands, except compiled files of tsx, npm and Node", () => {
    expect(readdirSync(temporary).filter((name) => !/^(tsx-|node-compile-cache)/.test(name))).toEqual([]);
  });

  function testGettingStarted(): void {
    test("finds no changes with the scripts of the project", async () => {
      for (const command of ["run plan", "run drift || [ $? = 2 ]", "exec cdk-clickstack doctor cdktf.out"]) {
        await inProject(`npm ${command}`);
      }
      // Another address of the UI on this machine causes no drift.
      const drift = `CLICKSTACK_UI_ENDPOINT=https://ui.example npm exec cdk-clickstack -- drift cdktf.out --no-unmanaged`;
      expect(await inProject(drift)).toContain("in sync");
    });

    test("pastes the program of README into main.ts, deploys it, and runs the commands of Getting started", async () => {
      user.write({ "observability/main.ts": blockOf("README.md", "typescript") });
      await inProject("npm run check");
      expect(await inProject(deploy)).toContain("\nApplied observability: 2 added, 0 changed, 1 destroyed.\n");
      const commands = linesOf(blockOf(GETTING_STARTED, "shell", "Commands"));
      for (const command of commands) {
        // The exit code 2 means that changes were found. The emulator has webhooks that no program manages.
        await inProject(`{ ${command.replace(/ +#.*/, "")}; } || [ $? = 2 ]`);
      }
    });

    test("applies the configuration in plain HCL of Getting started in another folder", async () => {
      user.write({ "observability/hcl/main.tf": blockOf(GETTING_STARTED, "terraform", "Plain HCL") });
      expect(await inProject(blockOf(GETTING_STARTED, "shell", "Plain HCL"), "hcl")).toContain(
        "Apply complete! Resources: 1 added, 0 changed, 0 destroyed.",
      );
    });
  }
}
