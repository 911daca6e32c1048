import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTmux } from "./find-tmux";
import { runProcess } from "./run-process";

interface TerminalOptions {
  readonly columns: number;
  readonly cwd: string;
  /** Added to the environment of the commands. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The screen of a terminal after some commands, including all lines that scrolled out of it. */
export interface Screen {
  /** Rows of the terminal. */
  readonly rows: readonly string[];
  /** Lines that programs wrote. Their number is lower than the number of rows if the terminal itself broke a line. */
  readonly lines: readonly string[];
  /** The rows with the escape sequences of their colors. */
  readonly colored: string;
}

/**
 * Waits until the terminal has drawn everything. After that, the terminal answers a request for the cursor's position.
 * The terminal must not echo the answer, which can arrive before the read starts.
 */
const DRAWN = "stty -echo; printf '\\033[6n'; IFS= read -rs -d R";

/** A terminal of the program tmux. It does not read the user's settings. */
export class Terminal implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "terminal-"));
  readonly #program: string;

  constructor() {
    const program = findTmux();
    if (program === undefined) {
      throw new Error("tmux was not found on the PATH.");
    }
    this.#program = program;
    writeFileSync(
      join(this.#folder, "tmux.conf"),
      "set -g history-limit 20000\nset -g default-terminal screen-256color\n",
    );
  }

  /** Runs shell commands one after another in a new window, and returns its screen. */
  async run(commands: readonly string[], { columns, cwd, environment }: TerminalOptions): Promise<Screen> {
    const name = `s${columns}-${Math.random().toString(36).slice(2)}`;
    const script = join(this.#folder, `${name}.sh`);
    const variables = Object.entries(environment).map(([variable, value]) => `export ${variable}='${value}'`);
    const end = [DRAWN, `"${this.#program}" wait-for -S ${name}`, `exec "${this.#program}" wait-for ${name}-closed`];
    writeFileSync(script, [...variables, "unset COLUMNS CI", `cd '${cwd}'`, ...commands, ...end].join("\n"));
    const size = ["-x", String(columns), "-y", "40"];
    await this.#tmux("new-session", "-d", "-s", name, ...size, "bash", script);
    await this.#tmux("wait-for", name);
    const [rows, lines, colored] = await Promise.all([
      this.#captured(name),
      this.#captured(name, "-J"),
      this.#captured(name, "-e"),
    ]);
    return { rows: rows.split("\n"), lines: lines.split("\n").map((line) => line.trimEnd()), colored };
  }

  /** Returns the columns that the terminal needs for a text. */
  async columnsOf(text: string): Promise<number> {
    const shown = ["display-message", "-p", "#{w:@text}"];
    return Number(await this.#tmux("set-option", "-g", "@text", text, ";", ...shown));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tmux("kill-server");
    rmSync(this.#folder, { recursive: true });
  }

  #captured(name: string, ...flags: readonly string[]): Promise<string> {
    return this.#tmux("capture-pane", "-p", "-S", "-", ...flags, "-t", `=${name}:`);
  }

  async #tmux(...words: readonly string[]): Promise<string> {
    const server = ["-S", join(this.#folder, "socket"), "-f", join(this.#folder, "tmux.conf"), "-u"];
    const environment = { LC_ALL: "C.UTF-8", TMUX: undefined };
    const { exitCode, stdout, stderr } = await runProcess(this.#program, [...server, ...words], { environment });
    if (exitCode !== 0) {
      throw new Error(`tmux ${words.join(" ")}: ${stderr}`);
    }
    return stdout.trimEnd();
  }
}
