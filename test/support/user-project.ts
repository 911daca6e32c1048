import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { findEngine } from "../../src/cli/engine/find-engine";
import { SearchedFolder } from "./searched-folder";

const ROOT = join(__dirname, "..", "..");

/**
 * Packs this package in the same way as npm before a publish, once for all tests of a run. Returns the file. Test files
 * that run at the same time may each pack it, and then the first file is used.
 */
export function packedPackage(): string {
  const shared = join(tmpdir(), "packed-package");
  if (!existsSync(shared)) {
    const own = mkdtempSync(join(tmpdir(), "packing-"));
    const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", own];
    execFileSync("npm", words, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
    try {
      renameSync(own, shared);
    } catch (error) {
      if (!existsSync(shared)) {
        throw error;
      }
      rmSync(own, { recursive: true });
    }
  }
  const [name = ""] = readdirSync(shared);
  return join(shared, name);
}

/** Returns this machine's environment without the variables that npm sets for this project's scripts. */
function ownEnvironment(path: readonly string[]): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|TF_|INIT_CWD$|NODE_PATH$|NODE_OPTIONS$)/.test(name),
  );
  const folders = (process.env.PATH ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
  const PATH = [...path, ...folders].join(delimiter);
  return { ...Object.fromEntries(entries), PATH, CHECKPOINT_DISABLE: "1", CI: "1" };
}

/** Text of each prompt of the engine. */
const PROMPT = "Enter a value:";

/**
 * Answers the question of `deploy` in a line of a guide. The command asks only on a terminal, which a test does not
 * have.
 */
function confirmed(line: string): string {
  return line.replaceAll(/npm run (deploy|destroy)\b(?: --(?= ))?/g, "npm run $1 -- --yes");
}

/** A project of a user in a new folder, without files of this clone in it or above it. */
export class UserProject {
  readonly folder = mkdtempSync(join(tmpdir(), "clickstack-project-"));
  /** Environment of the user's shell. */
  readonly shell: NodeJS.ProcessEnv;

  /** @param path folders of programs that have priority over those of this machine: another Node, a package manager */
  constructor(
    path: readonly string[],
    readonly environment: Readonly<Record<string, string>>,
  ) {
    this.shell = { ...ownEnvironment(path), ...environment };
  }

  write(files: Readonly<Record<string, string | object>>): void {
    for (const [name, content] of Object.entries(files)) {
      const file = join(this.folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === "string" ? content : `${JSON.stringify(content, undefined, 2)}\n`);
    }
  }

  /**
   * Runs a line in the shell, as a user types it, and confirms its first prompt. Returns its output. Throws an error
   * with the output if the line fails.
   */
  run(line: string, cwd = "."): Promise<string> {
    const { ended, stdin } = this.#start(line, cwd);
    stdin.end("yes\n");
    return ended;
  }

  /**
   * Runs a line in the shell, and answers each prompt of the engine when the prompt appears. Returns its output. Throws
   * an error with the output if the line fails.
   * @param answer returns the answer. Default: yes
   */
  runWithPrompts(line: string, answer: () => string | Promise<string> = () => "yes"): Promise<string> {
    let answered = 0;
    const { ended, stdin } = this.#start(line, ".", async (said) => {
      if (said.split(PROMPT).length - 1 > answered) {
        answered += 1;
        stdin.write(`${await answer()}\n`);
      }
    });
    return ended;
  }

  #start(line: string, cwd: string, onOutput: (said: string) => unknown = () => undefined) {
    const child = spawn("bash", ["-ec", confirmed(line)], {
      cwd: join(this.folder, cwd),
      env: this.shell,
      stdio: "pipe",
    });
    child.stdin.on("error", () => undefined);
    const ended = new Promise<string>((resolve, reject) => {
      let said = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          said += text;
          onOutput(said);
        });
      }
      child.on("error", reject);
      child.on("close", (code) =>
        code === 0 ? resolve(said) : reject(new Error(`${line} ended with ${code}:\n${said}`)),
      );
    });
    return { ended, stdin: child.stdin };
  }

  /**
   * Applies the only synthesized stack, and plans it again. This plan must be empty.
   * @returns the output of the apply
   */
  async apply(outdir = "cdktf.out"): Promise<string> {
    const [name = ""] = readdirSync(join(this.folder, outdir, "stacks"));
    const stack = new SearchedFolder(join(this.folder, outdir, "stacks", name), {
      ...this.environment,
      TERRAFORM_BINARY_NAME: findEngine().path,
    });
    await stack.must("init", "-no-color");
    const applied = await stack.must("apply", "-auto-approve", "-no-color");
    await stack.must("plan", "-detailed-exitcode", "-no-color");
    stack.search();
    return applied;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
