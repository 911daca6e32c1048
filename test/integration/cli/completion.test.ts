import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands } from "../../../src/cli/main";
import { callCli } from "../../support/cli/call-cli";
import { BUILT_CLI, runCli } from "../../support/cli/run-cli";
import { firstOf } from "../../support/long-test";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** Options with which a shell reads a script without running it. */
const SYNTAX_CHECKS = { bash: ["-n"], zsh: ["-n"], fish: ["--no-execute"] } as const;

describe("shell completion", () => {
  let folder: string;
  const scripts = new Map<string, string>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "completion-"));
    mkdirSync(join(folder, "stack a"));
    writeFileSync(join(folder, "stack.txt"), "");
    mkdirSync(join(folder, "bin"));
    const program = join(folder, "bin", "cdk-clickstack");
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${BUILT_CLI}' "$@"\n`);
    chmodSync(program, 0o755);
    for (const shell of SHELLS) {
      const { exitCode, stdout } = await callCli(["completion", shell]);
      expect(exitCode).toBe(0);
      scripts.set(shell, stdout);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** Returns the suggestions of a real bash at the end of a typed line. */
  const inBash = (line: string, words: readonly string[]): readonly string[] => {
    const program = `${scripts.get("bash")}
      COMP_LINE=$1; COMP_POINT=\${#COMP_LINE}; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      compopt() { :; }
      function_name=$(complete -p cdk-clickstack | sed 's/.*-F \\([^ ]*\\).*/\\1/')
      "$function_name"; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["--noprofile", "--norc", "-c", program, "bash", line, ...words], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` },
    })
      .split("\n")
      .filter((each) => each !== "");
  };

  test.each(
    firstOf<[string[], string[]]>(3, [
      [["pl"], ["plan"]],
      [["plan", "-f", "j"], ["json"]],
      [["plan", "--format", "=", "m"], ["markdown"]],
      [["--v"], ["--version"]],
      [["plan", "--fo"], ["--format"]],
      [
        ["plan", "--format", ""],
        ["text", "json", "markdown", "html"],
      ],
      [
        ["plan", "--format", "="],
        ["text", "json", "markdown", "html"],
      ],
      [
        ["completion", ""],
        ["zsh", "bash", "fish", "powershell"],
      ],
      [
        ["check", ""],
        ["key", "alert", "help"],
      ],
      [["unknown", ""], []],
    ]),
  )("suggests in bash after %j the words %j", (typed, offered) => {
    expect(inBash(`cdk-clickstack ${typed.join(" ")}`, ["cdk-clickstack", ...typed])).toEqual(offered);
  });

  test.each(
    firstOf(1, [
      [["plan", "--output", "st"]],
      [["plan", ""]],
      [["preview", "stack"]],
      [["plan", "--format", "json", "st"]],
    ]),
  )("leaves file paths to the shell after %j", async (typed) => {
    expect(inBash("", ["cdk-clickstack", ...typed])).toEqual([]);
    expect(scripts.get("bash")).toMatch(/\ncomplete -o default -F __cdk_clickstack_complete cdk-clickstack\n$/);
    const { exitCode, stdout } = await callCli(["complete", "--", ...typed]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: ":0\n" });
  });

  test("suggests every command with the first sentence of its description", async () => {
    const { stdout } = await runCli(["complete", "--", ""]);
    const lines = stdout.trim().split("\n");
    expect(lines.at(-1)).toBe(":4");
    const offered = lines.slice(0, -1).map((line) => line.split("\t"));
    expect(offered.map(([name]) => name)).toEqual([...Object.keys(commands), "completion", "help"]);
    expect(offered.filter(([, description]) => !description)).toEqual([]);
  });

  test("has a valid script for each shell", () => {
    const installed = Object.entries(SYNTAX_CHECKS).filter(([shell]) => shell === "bash" || isInstalled(shell));
    for (const [shell, args] of installed) {
      const file = join(folder, `completion.${shell}`);
      writeFileSync(file, scripts.get(shell) ?? "");
      execFileSync(shell, [...args, file]);
    }
    for (const shell of ["bash", "zsh", "fish"]) {
      expect(scripts.get(shell)).toContain("cdk-clickstack complete --");
    }
    expect(scripts.get("powershell")).toContain("Register-ArgumentCompleter -CommandName 'cdk-clickstack'");
  });
});

function isInstalled(shell: string): boolean {
  try {
    execFileSync(shell, ["-c", "true"]);
    return true;
  } catch {
    return false;
  }
}
