import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type WindowsMachine, windowsPath } from "../../../scripts/windows/wine";
import type { ProcessResult } from "../run-process";

const machine = JSON.parse(process.env.WINDOWS_MACHINE ?? "{}") as WindowsMachine;

/** Wine can stop responding. The longest run of a program takes a minute. */
const MAX_DURATION_MS = 300_000;

/** A new folder with the packages of a new project. Programs for Windows run in it. */
export class WindowsProject {
  readonly #parent = realpathSync(mkdtempSync(join(tmpdir(), "clickstack-windows-")));
  readonly folder: string;

  /** Path of OpenTofu for programs of Windows. */
  readonly tofuPath = windowsPath(machine.tofu);

  /** @param below path of the project below a new folder */
  constructor(
    readonly environment: Readonly<Record<string, string>>,
    below = ".",
  ) {
    this.folder = join(this.#parent, below);
    mkdirSync(this.folder, { recursive: true });
    symlinkSync(join(machine.packages, "node_modules"), join(this.folder, "node_modules"));
  }

  get windowsFolder(): string {
    return windowsPath(this.folder);
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), text);
    }
  }

  /** Replaces the line ends of files by those of Windows. */
  useCrlf(names: readonly string[]): void {
    for (const name of names) {
      this.write({ [name]: this.read(name).replaceAll(/\r?\n/g, "\r\n") });
    }
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  /** Runs a command of the package with Node for Windows. */
  cli(words: readonly string[], cwd = "."): Promise<ProcessResult> {
    const script = join(this.folder, "node_modules", "cdk-clickstack", "dist", "cli", "cdk-clickstack.js");
    return this.#run(machine.node, [windowsPath(script), ...words], cwd);
  }

  tofu(words: readonly string[], cwd = "."): Promise<ProcessResult> {
    return this.#run(machine.tofu, [...words, "-no-color"], cwd);
  }

  /** Runs OpenTofu in a folder by another name, such as one in capitals. */
  tofuIn(folder: string, words: readonly string[]): Promise<ProcessResult> {
    const line = `cd /d ${folder} && ${windowsPath(machine.tofu)} ${words.join(" ")} -no-color`;
    return this.#run("cmd", ["/d", "/s", "/c", line], ".");
  }

  /** Runs a program to its end. Node under Wine writes only to files, and not to pipes. */
  async #run(program: string, words: readonly string[], cwd: string): Promise<ProcessResult> {
    const output = mkdtempSync(join(tmpdir(), "windows-output-"));
    const files = [join(output, "stdout"), join(output, "stderr")] as const;
    const [stdout, stderr] = files.map((file) => openSync(file, "w"));
    const child = spawn(machine.starter, [program, ...words], {
      cwd: join(this.folder, cwd),
      env: {
        ...process.env,
        ...machine.environment,
        TERRAFORM_BINARY_NAME: windowsPath(machine.tofu),
        TF_CLI_CONFIG_FILE: undefined,
        CHECKPOINT_DISABLE: "1",
        ...this.environment,
      },
      stdio: ["ignore", stdout, stderr],
      timeout: MAX_DURATION_MS,
      killSignal: "SIGKILL",
    });
    const [exitCode] = (await once(child, "close")) as [number | null];
    const texts = files.map((file) => readFileSync(file, "utf8"));
    for (const each of [stdout, stderr]) {
      closeSync(each ?? 0);
    }
    rmSync(output, { recursive: true });
    return { exitCode: exitCode ?? 1, stdout: texts[0] ?? "", stderr: texts[1] ?? "" };
  }

  remove(): void {
    rmSync(this.#parent, { recursive: true, force: true });
  }
}
