import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findEngine } from "../../src/cli/engine/find-engine";
import { VERSION } from "../../src/version";
import { startEmulator } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { packedPackage, UserProject } from "../support/user-project";

const README = readFileSync(join(__dirname, "..", "..", "README.md"), "utf8");

/** The commands of a section of the README, line by line. */
function commandsOf(section: string): readonly string[] {
  const [, text = ""] = README.split(`\n## ${section}\n`);
  const [, block = ""] = /```shell\n([\s\S]*?)```/.exec(text) ?? [];
  return block.trim().split("\n");
}

test("the commands of README's first steps apply a dashboard without edits", async () => {
  await using emulator = await startEmulator();
  const temporary = mkdtempSync(join(tmpdir(), "first-steps-"));
  const environment = environmentFor(emulator.endpoints);
  const user = new UserProject([], { TMPDIR: temporary });
  try {
    const tarball = packedPackage(user.folder);
    const [init = "", enter = "", install = "", server = "", deploy = "", ...more] = commandsOf("Use it");
    expect(enter).toBe("cd observability");
    expect(more).toEqual([]);
    expect(server).toMatch(/^export CLICKSTACK_ENDPOINT=\S+ CLICKSTACK_API_KEY=\S+$/);
    // A real UI is on port 8080 of the server; the emulator's is on its only port.
    const reached = `${server.replaceAll(/(CLICKSTACK_\w+)=\S+/g, (_, name: string) => `${name}=${environment[name]}`)}
export CLICKSTACK_UI_ENDPOINT=${environment.CLICKSTACK_UI_ENDPOINT}`;
    // The packed file takes the place of the registry, which does not have this version yet.
    await user.run(init.replace("npx cdk-clickstack", `npx --yes --package=${tarball} cdk-clickstack`));
    const manifest = readFileSync(join(user.folder, "observability", "package.json"), "utf8");
    user.write({
      "observability/package.json": manifest.replace(
        `"cdk-clickstack": "${VERSION}"`,
        `"cdk-clickstack": "file:${tarball}"`,
      ),
    });
    // A new user is not asked to approve the script of a package that another one brings.
    expect(await user.run(install, "observability")).not.toContain("npm warn install-scripts");
    expect(findEngine(user.shell).name).toBe(/terraform(}\\")? init/.test(manifest) ? "terraform" : "tofu");
    const said = await user.run(`${reached}\n${deploy}`, "observability");
    expect(said).toContain("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.");
    // The last line is a link to the dashboard, on one line of a terminal with 80 columns.
    const [lastLine = ""] = stripVTControlCharacters(said).trim().split("\n").slice(-1);
    const [, link = ""] = /^dashboard_url = "(.*)"$/.exec(lastLine) ?? [];
    expect(lastLine.length).toBeLessThanOrEqual(80);
    expect(link).toMatch(/\/dashboards\/[0-9a-f]{24}$/);
    const { headers } = await fetch(link, { redirect: "manual" });
    expect(headers.get("location")).toBe(`/#dashboards/${link.split("/").at(-1)}`);
    for (const command of ["run plan", "run drift || [ $? = 2 ]", "exec cdk-clickstack doctor cdktf.out"]) {
      await user.run(`${reached}\nnpm ${command}`, "observability");
    }
    // Another address of the UI on this machine is not drift.
    const drift = `CLICKSTACK_UI_ENDPOINT=https://ui.example npm exec cdk-clickstack -- drift cdktf.out --no-unmanaged`;
    expect(await user.run(`${reached}\n${drift}`, "observability")).toContain("in sync");
    // tsx, npm and Node keep their compiled files.
    expect(readdirSync(temporary).filter((name) => !/^(tsx-|node-compile-cache)/.test(name))).toEqual([]);
  } finally {
    user.remove();
    rmSync(temporary, { recursive: true, force: true });
  }
});
