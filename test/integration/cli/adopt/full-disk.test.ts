import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../support/constructs/synthesize";

const ROOT = join(__dirname, "..", "..", "..", "..");

/** Runs a command with mounts that no other process sees. */
const WITH_MOUNTS = ["unshare", "--user", "--map-root-user", "--mount"] as const;

const canMount =
  spawnSync(WITH_MOUNTS[0], [...WITH_MOUNTS.slice(1), "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

/**
 * Runs a verified write on a new disk whose verification fails after the disk was changed.
 * @param change arguments of `execFileSync`, which can refer to the folder
 * @returns the message of the write, and the content of the file
 */
function failedWrite(change: string, withMounts: boolean): string {
  const folder = temporaryFolder();
  const module = (name: string) => JSON.stringify(join(ROOT, "src", "cli", "project", name));
  const program = `
    import { execFileSync } from "node:child_process";
    import { readFileSync, writeFileSync } from "node:fs";
    import { AuthorFiles } from ${module("author-files")};
    import { writeVerified } from ${module("write-verified")};
    const folder = ${JSON.stringify(folder)};
    if (${withMounts}) {
      execFileSync("mount", ["-t", "tmpfs", "none", folder]);
    }
    writeFileSync(folder + "/main.ts", "a");
    const files = new AuthorFiles(folder);
    const editsOf = () => [{ path: "main.ts", original: files.read("main.ts"), edited: "A" }];
    const verify = async () => {
      execFileSync(${change});
      throw new TypeError("broken");
    };
    writeVerified({ files, objects: ["a"], editsOf, verify }).catch(({ message }) => {
      console.log(message + " The file contains " + readFileSync(folder + "/main.ts", "utf8"));
    });
  `;
  const script = join(temporaryFolder(), "failed-write.ts");
  writeFileSync(script, program);
  const [command = "", ...words] = [...(withMounts ? WITH_MOUNTS : []), process.execPath, "--import", "tsx", script];
  return execFileSync(command, words, { cwd: ROOT, encoding: "utf8" });
}

test("a verified write names the edited files and the command that restores them if the disk became full", () => {
  expect(failedWrite(`"prlimit", ["--pid", String(process.pid), "--fsize=0:"]`, false)).toMatch(
    /^The files could not be restored, and still contain unverified edits: main\.ts\. .* larger than this disk allows\. .* Then run `git restore main\.ts`, which.* The file contains A\n$/s,
  );
});

// Some systems do not permit processes of a user to mount file systems.
(canMount ? test : test.skip)("a verified write names the same if the disk became read-only", () => {
  expect(failedWrite(`"mount", ["-o", "remount,ro", folder]`, true)).toMatch(
    /^The files could not be restored, and still contain unverified edits: main\.ts\. .*read-only.* Then run `git restore main\.ts`, which.* The file contains A\n$/s,
  );
});
