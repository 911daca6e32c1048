import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findEngine } from "../../src/cli/engine/find-engine";
import { Emulator } from "../../src/emulator";
import { VERSION } from "../../src/version";
import { environmentFor } from "../support/environment";
import { packedPackage, UserProject } from "../support/user-project";

const README = readFileSync(join(__dirname, "..", "..", "README.md"), "utf8");

/** The commands of a section of the README, line by line. */
function commandsOf(section: string): readonly string[] {
  const [, text = ""] = README.split(`\n## ${section}\n`);
  const [, block = ""] = /```shell\n([\s\S]*?)```/.exec(text) ?? [];
  return block.trim().split("\n");
}

/** Runs a line in the shell, while the emulator of this process answers; `yes` goes to whoever asks. */
function typed(line: string, folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-ec", line], { cwd: folder, env: environment, stdio: "pipe" });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${line} ended with ${code}:\n${said}`)),
    );
    child.stdin.end("yes\n");
  });
}

test("the commands of README's first steps, word for word, end with an applied dashboard", async () => {
  const emulator = new Emulator({ limits: false });
  const user = new UserProject([], environmentFor(await emulator.start()));
  try {
    const tarball = packedPackage(user.folder);
    const [init = "", enter = "", install = "", deploy = "", ...more] = commandsOf("Use it");
    expect([enter, more]).toEqual(["cd observability", []]);
    // The packed file takes the place of the registry, which does not have this version yet.
    user.run(init.replace("npx cdk-clickstack", `npx --yes --package=${tarball} cdk-clickstack`));
    const project = join(user.folder, "observability");
    const manifest = readFileSync(join(project, "package.json"), "utf8");
    user.write({
      "observability/package.json": manifest.replace(
        `"cdk-clickstack": "${VERSION}"`,
        `"cdk-clickstack": "file:${tarball}"`,
      ),
    });
    user.run(install, "observability");
    expect(findEngine(user.shell).name).toBe(/terraform init/.test(manifest) ? "terraform" : "tofu");
    const said = await typed(deploy, project, user.shell);
    expect(said).toContain("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.");
    expect(await typed("npm run plan", project, user.shell)).toContain("Nothing to do");
  } finally {
    user.remove();
    await emulator.stop();
  }
});
