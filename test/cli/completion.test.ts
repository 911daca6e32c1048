import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, Command, Option } from "commander";
import { commands } from "../../src/cli/commands";
import { bashCompletion } from "../../src/cli/completion/bash";
import { commandWords } from "../../src/cli/completion/command-words";
import { fishCompletion } from "../../src/cli/completion/fish";
import { zshCompletion } from "../../src/cli/completion/zsh";
import { runCli } from "./run-cli";

const program = new Command("cdk-clickstack")
  .addCommand(
    new Command("plan")
      .description("It's a plan. More.")
      .argument("[dir...]", "stacks")
      .addOption(new Option("-f, --format <format>", "form [of] it: any").choices(["text", "json", "markdown"]))
      .option("--out <file>", "file to write"),
  )
  .addCommand(new Command("preview").argument("[path...]", "files and folders"))
  .addCommand(new Command("check").addCommand(new Command("key")).addCommand(new Command("alert")))
  .addCommand(new Command("completion").addArgument(new Argument("<shell>").choices(["bash", "zsh"])));

const words = commandWords(program);

describe("completion", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "completion-"));
    mkdirSync(join(folder, "stack a"));
    writeFileSync(join(folder, "stack.txt"), "");
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** What bash offers after these words; the last one is being typed. */
  const inBash = (...typed: string[]): string[] => {
    const script = `${bashCompletion("cdk-clickstack", words)}
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cdk_clickstack; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const printed = execFileSync("bash", ["-c", script, "bash", "cdk-clickstack", ...typed], {
      cwd: folder,
      encoding: "utf8",
    });
    return printed.split("\n").filter((line) => line !== "");
  };

  test.each<[string[], string[]]>([
    [["pl"], ["plan"]],
    [["--v"], ["--version"]],
    [["plan", "--fo"], ["--format"]],
    [
      ["plan", "--format", ""],
      ["text", "json", "markdown"],
    ],
    [["plan", "-f", "j"], ["json"]],
    [["preview", "stack."], ["stack.txt"]],
    [["preview", "stack "], ["stack a"]],
    [["plan", "--format", "=", "m"], ["markdown"]],
    [
      ["plan", "--format", "="],
      ["text", "json", "markdown"],
    ],
    [["plan", "--out", "stack."], ["stack.txt"]],
    [["plan", "st"], ["stack a"]],
    [["plan", "--format", "json", "st"], ["stack a"]],
    [
      ["completion", ""],
      ["bash", "zsh"],
    ],
    [
      ["check", ""],
      ["key", "alert"],
    ],
    [["unknown", ""], []],
  ])("bash offers after %j %j", (typed, offered) => {
    expect(inBash(...typed)).toEqual(offered);
  });

  test("zsh is told of every command, option and value, with quotes and brackets kept apart", () => {
    const script = zshCompletion("cdk-clickstack", words);
    expect(script).toContain("        'plan:It'\\''s a plan'\n");
    expect(script).toContain(
      "plan) _arguments '*-f=[form \\[of\\] it\\: any]:value:(text json markdown)' '*--format=[form \\[of\\] it\\: any]:value:(text json markdown)' '*--out=[file to write]:value:_files' '*-h[display help for command]' '*--help[display help for command]' '*:dir:_files -/' ;;",
    );
    expect(script).toContain("':shell:(bash zsh)'");
  });

  test("fish is told of every command, option and value", () => {
    const lines = fishCompletion("cdk-clickstack", words).split("\n");
    expect(lines).toContain("complete -c cdk-clickstack -n __fish_use_subcommand -a plan -d 'It\\'s a plan'");
    expect(lines).toContain(
      "complete -c cdk-clickstack -n '__fish_seen_subcommand_from plan' -s f -l format -r -a 'text json markdown' -d 'form [of] it: any'",
    );
    expect(lines).toContain(
      "complete -c cdk-clickstack -n '__fish_seen_subcommand_from plan' -a '(__fish_complete_directories)'",
    );
  });

  const SYNTAX_CHECKS = { bash: ["-n"], zsh: ["-n"], fish: ["--no-execute"] };

  test("the printed script names every command, and is one that the shell reads", async () => {
    const installed = Object.entries(SYNTAX_CHECKS).filter(([shell]) => shell === "bash" || isInstalled(shell));
    for (const [shell, args] of installed) {
      const { exitCode, stdout } = await runCli(["completion", shell]);
      expect(exitCode).toBe(0);
      for (const name of Object.keys(commands)) expect(stdout).toContain(name);
      const file = join(folder, `completion.${shell}`);
      writeFileSync(file, stdout);
      execFileSync(shell, [...args, file]);
    }
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
