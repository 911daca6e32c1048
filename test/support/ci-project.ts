import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../src/cli/engine/find-engine";
import { LeakWatch } from "./leaks/leak-watch";
import { mustBeSearched, searched } from "./leaks/no-leaks";
import { secretsOfEmulator, secretsOfEnvironment } from "./leaks/secrets-of-environment";

const ROOT = join(__dirname, "..", "..");

/**
 * A user's project with this package, its own `synth` script, and a folder of commands that only CI has. The output and
 * files of its jobs are searched for secrets when it is removed: see `LeakWatch`.
 */
export class CiProject {
  readonly folder = mkdtempSync(join(tmpdir(), "ci-project-"));
  readonly commands = join(this.folder, ".commands");
  readonly #watch = new LeakWatch(this.folder);

  constructor(readonly environment: Readonly<Record<string, string>>) {
    mustBeSearched(this);
    const modules = join(this.folder, "node_modules");
    mkdirSync(join(modules, ".bin"), { recursive: true });
    mkdirSync(this.commands);
    for (const name of ["cdktn", "constructs"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
    }
    symlinkSync(ROOT, join(modules, "cdk-clickstack"));
    symlinkSync(join(ROOT, "dist", "cli", "cdk-clickstack.js"), join(modules, ".bin", "cdk-clickstack"));
    symlinkSync(require.resolve("tsx/cli"), join(modules, ".bin", "tsx"));
    // Jobs use this name for any engine under test.
    symlinkSync(findEngine().path, join(this.commands, "terraform"));
    copyFileSync(join(ROOT, "examples", "quickstart", "main.ts"), join(this.folder, "main.ts"));
    writeFileSync(
      join(this.folder, "package.json"),
      JSON.stringify({ private: true, scripts: { synth: "tsx main.ts" } }),
    );
    // All packages are installed, and npm itself takes as long as the program. Other npm commands are real. The
    // environment of each is recorded.
    const npm = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
    this.command(
      "npm",
      `env > "$HOME/npm-$1.env"\nif [ "$1" = ci ]; then exit 0; fi\nif [ "$*" = "run synth" ]; then exec "${process.execPath}" --import "${require.resolve("tsx")}" main.ts; fi\nexec "${npm}" "$@"`,
    );
  }

  /** Adds a command of CI's machines to the PATH. */
  command(name: string, script: string, interpreter = "/bin/sh"): void {
    const file = join(this.commands, name);
    writeFileSync(file, `#!${interpreter}\n${script}\n`);
    chmodSync(file, 0o755);
  }

  /** Runs work while a command of the project's machines exits with a given code. */
  async whereEndsWith(name: string, exitCode: number, work: () => Promise<void>): Promise<void> {
    this.command(name, `exit ${exitCode}`);
    try {
      await work();
    } finally {
      rmSync(join(this.commands, name));
    }
  }

  /** Returns the environment in which an npm command ran. */
  npmEnvironment(command: "ci" | "run"): string {
    return readFileSync(join(this.folder, `npm-${command}.env`), "utf8");
  }

  /** Runs a script in the project as CI does. Returns its exit code and its output. */
  async run(shell: readonly string[], script: string, environment: Readonly<Record<string, string>>) {
    const ended = await this.#start(shell, script, environment);
    this.#watch.know({ texts: secretsOfEnvironment({ ...this.environment, ...environment }) });
    this.#watch.know(await secretsOfEmulator({ ...this.environment, ...environment }));
    this.hear("the job", ended.printed);
    return ended;
  }

  /** Records text that a job sent, such as a comment. */
  hear(by: string, text: string): void {
    this.#watch.hear({ args: [by], stdout: text, stderr: "" });
  }

  #start(shell: readonly string[], script: string, environment: Readonly<Record<string, string>>) {
    const [executable = "bash", ...options] = shell;
    return new Promise<{ exitCode: number | null; printed: string }>((resolve, reject) => {
      const child = spawn(executable, [...options, "-c", script], {
        cwd: this.folder,
        env: {
          HOME: this.folder,
          CHECKPOINT_DISABLE: "1",
          PATH: `${this.commands}:${process.env.PATH}`,
          ...this.environment,
          ...environment,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          printed += text;
        });
      }
      child.on("error", reject);
      child.on("close", (exitCode) => resolve({ exitCode, printed }));
    });
  }

  /** Searches for secrets and removes the folder. */
  remove(): void {
    searched(this, this.#watch.leaks());
    rmSync(this.folder, { recursive: true, force: true });
  }
}
