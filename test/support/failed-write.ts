import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./constructs/synthesize";
import { WITH_MOUNTS } from "./find-mounts";

const ROOT = join(__dirname, "..", "..");

/**
 * Runs a verified write on a new disk. The disk is changed during the write, and then the verification fails.
 * @param change arguments of `execFileSync`, which can refer to the folder
 * @returns the message of the write, and the content of the file
 */
export function failedWrite(change: string, withMounts: boolean): string {
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
