import { commands } from "../../../src/cli/main";
import { wantsColor } from "../../../src/cli/terminal/colors";
import { callCli } from "../../support/cli/call-cli";
import { runCli } from "../../support/cli/run-cli";

describe("every command", () => {
  test.each(Object.entries(commands))(
    "has its name, a description and examples in its help: %s",
    async (name, load) => {
      const command = await load();
      let help = "";
      command.configureOutput({
        writeOut: (text) => {
          help += text;
        },
      });
      command.outputHelp();
      expect(command.name()).toBe(name);
      expect(command.description()).toMatch(/^[A-Z].*\.$/);
      expect(help).toMatch(new RegExp(`Examples:\n  \\$ cdk-clickstack ${name}`));
      for (const option of command.options) {
        expect(option.description).not.toBe("");
      }
    },
  );
});

test.each(["adopt", "drift", "lint"])("the help of %s does not show an empty list as a default", async (name) => {
  const { stdout } = await callCli([name, "--help"]);
  expect(stdout).toContain("--output <file>");
  expect(stdout).not.toContain("default: []");
});

describe("the command-line interface", () => {
  test("shows every command in its help", async () => {
    const { exitCode, stdout } = await runCli(["--help"]);
    expect(exitCode).toBe(0);
    for (const name of Object.keys(commands)) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
    }
  });

  test("exits with code 1 and a suggestion for an unknown command", async () => {
    const { exitCode, stdout, stderr } = await runCli(["emulater"]);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "error: unknown command 'emulater'\n(Did you mean emulator?)\n",
    });
  });

  test("prints an error as a JSON document with --json", async () => {
    const { exitCode, stdout, stderr } = await runCli(["emulator", "--json", "--port", "x"]);
    const message = "option '--port <number>' argument 'x' is invalid. Give a whole number from 0 to 65535.";
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ kind: "error", version: 1, message });
    expect(stderr).toBe(`error: ${message}\n`);
  });

  test("prints an error of a subcommand as a JSON document too", async () => {
    const { exitCode, stdout, stderr } = await callCli(["check", "key", "--json", "--no-such"]);
    const message = "unknown option '--no-such'";
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ kind: "error", version: 1, message });
    expect(stderr).toBe(`error: ${message}\n`);
  });

  test("prints an error of the operating system without a stack trace", async () => {
    const folder = "x".repeat(300);
    const { exitCode, stderr } = await callCli(["install-provider", folder]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `error: ${folder} cannot be used: its name is too long. Give it a shorter one.\n`,
    });
  });
});

describe("colors in the output", () => {
  test.each([
    [true, "on a terminal", { isTTY: true }, {}],
    [false, "in a file or a pipe", {}, {}],
    [false, "in CI, where the output is not a terminal", {}, { CI: "true" }],
    [false, "on a terminal with NO_COLOR", { isTTY: true }, { NO_COLOR: "1" }],
    [false, "on a terminal without colors", { isTTY: true }, { TERM: "dumb" }],
    [true, "in a pipe with FORCE_COLOR", {}, { FORCE_COLOR: "1" }],
    [false, "with FORCE_COLOR=0", { isTTY: true }, { FORCE_COLOR: "0" }],
    [false, "with both, because NO_COLOR has priority", {}, { NO_COLOR: "1", FORCE_COLOR: "1" }],
    [true, "on a terminal with an empty NO_COLOR", { isTTY: true }, { NO_COLOR: "" }],
  ])("are used: %s, %s", (expected, _, output, environment) => {
    expect(wantsColor(output, environment)).toBe(expected);
  });
});
