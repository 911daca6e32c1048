import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callCli } from "../../support/cli/call-cli";
import { runCli } from "../../support/cli/run-cli";
import { checkoutStack } from "../../support/cli/stack";
import { temporaryFolder } from "../../support/constructs/synthesize";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { ui } from "../../support/ui";

const SOURCES = join(__dirname, "..", "..", "..", "src", "cli");

/** Control characters that a terminal would interpret, and invisible characters. */
const HOSTILE = "\u001b[2J\u001b]0;pwned\u0007\u009b31m\b\r\u202e\u2066\u200f\u061c\u200b\ufeff\u{e0041}";
const OBEYED = /(?![\t\n])[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

test("commands write to the terminal only through the module that escapes control characters", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && file !== join("terminal", "output.ts"),
  );
  const direct = files.filter((file) => /\bstd(out|err)\.write\(/.test(readFileSync(join(SOURCES, file), "utf8")));
  expect(direct).toEqual([]);
  expect(files.length).toBeGreaterThan(80);
});

describe("terminal control characters in names from a server", () => {
  const emulator = emulatorForTests();
  let environment: Record<string, string>;

  beforeAll(async () => {
    environment = environmentFor(emulator.endpoints);
    const select = [{ aggFn: "count", where: HOSTILE }];
    const config = { displayType: "line", sourceId: "000000000000000000000000", select };
    const { data } = (await ui(emulator, "GET", "/api/v2/sources")) as { data: { id: string }[] };
    await ui(emulator, "POST", "/api/v2/dashboards", {
      name: `Board ${HOSTILE}`,
      tags: [],
      tiles: [
        { name: `Tile ${HOSTILE}`, x: 0, y: 0, w: 12, h: 4, config: { ...config, sourceId: data[0]?.id } },
        { name: "Over it", x: 0, y: 0, w: 12, h: 4, config: { ...config, sourceId: data[0]?.id } },
      ],
    });
  });
  test.each([
    ["preview", "--server"],
    ["preview", "--server", "--format", "html"],
    ["preview", "--server", "--format", "svg"],
    ["preview", "--server", "--json"],
    ["preview", "--server", "--dashboard", "no such board"],
    ["import", "--list", "--json"],
  ])("are shown as escapes by %s %s %s %s", async (...words) => {
    const { stdout, stderr } = await callCli(words, environment);
    expect(`${stdout}${stderr}`).toContain("\\u001b[2J");
    expect(`${stdout}${stderr}`).toContain("\\u202e");
    expect(OBEYED.exec(stdout + stderr)?.index).toBeUndefined();
  });

  test("are shown as escapes in a file too, and stay unchanged in JSON", async () => {
    const folder = temporaryFolder();
    await callCli(["preview", "--server", "--output", join(folder, "board.txt")], environment);
    expect(OBEYED.test(readFileSync(join(folder, "board.txt"), "utf8"))).toBe(false);
    const { stdout } = await callCli(["import", "--list", "--json"], environment);
    expect(JSON.parse(stdout).objects.map(({ name }: { name: string }) => name)).toContain(`Board ${HOSTILE}`);
  });

  test("do not split a name in a list into several lines", async () => {
    const { stdout } = await callCli(["import", "--list"], environment);
    expect(stdout).toMatch(/^dashboard +Board .* [0-9a-f]{24}$/m);
    expect(OBEYED.exec(stdout)?.index).toBeUndefined();
  });

  test("are shown as escapes in the text of a refusal", async () => {
    emulator.failNext({ method: "GET", path: "*/dashboards", status: 403, message: `No ${HOSTILE}` });
    const { exitCode, stderr } = await callCli(["preview", "--server"], environment);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("\\u001b]0;pwned\\u0007");
    expect(OBEYED.test(stderr)).toBe(false);
  });

  test("do not change the colors of the output, and cannot add other colors", async () => {
    const { stdout } = await callCli(["preview", "--server"], { ...environment, FORCE_COLOR: "1" });
    expect(stdout).toContain("\u001b[1mBoard \\u001b[2J");
    const begun = stdout.split("\u001b").slice(1);
    expect(begun.filter((text) => !/^\[(1|2|4|22|24|31|32|33|36|39)m/.test(text))).toEqual([]);
  });
});

test("an error shows control characters of the user's input as escapes", async () => {
  const { stderr } = await callCli([HOSTILE]);
  expect(stderr).toContain("unknown command '\\u001b[2J");
  expect(OBEYED.test(stderr)).toBe(false);
});

describe("an output file that cannot be written", () => {
  const folder = temporaryFolder();
  const stack = checkoutStack();
  writeFileSync(join(folder, "a-file"), "");
  const at = (...path: string[]) => join(folder, ...path);

  const commands = [
    { words: ["preview", stack, "--format", "svg", "--output"], ending: ".svg" },
    { words: ["backtest", stack, "--format", "html", "--output"], ending: ".html" },
    { words: ["plan", stack, "--output"], ending: ".md" },
    { words: ["drift", stack, "--output"], ending: ".sarif" },
  ];
  mkdirSync(at("folder"));
  for (const { ending } of commands) {
    mkdirSync(at(`folder${ending}`));
  }

  test.each([
    [
      "the folder is missing",
      at("missing", "out"),
      `The folder ${at("missing")} does not exist. Fix: Create it, or name another file.`,
    ],
    ["the path is a folder", at("folder"), `${at("folder")}ENDING is a folder. Fix: Name a file.`],
    ["the parent is a file", at("a-file", "out"), `${at("a-file")} is not a folder. Fix: Name another file.`],
    [
      "the user has no write permission",
      "/sys/out",
      "/sys/outENDING cannot be written: permission is denied. Let this user write there, or name another place.",
    ],
  ])("causes one line with the fix: %s", async (_, file, message) => {
    for (const { words, ending } of commands) {
      const { exitCode, stdout, stderr } = await callCli([...words, file + ending]);
      const error = `error: ${message.replace("ENDING", ending)}\n`;
      expect({ words, exitCode, stdout, stderr }).toEqual({ words, exitCode: 1, stdout: "", stderr: error });
    }
  });

  test("causes one line with the fix on a full disk", async () => {
    const { exitCode, stdout, stderr } = await runCli(["preview", stack, "--output", "/dev/full"]);
    expect(exitCode).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toBe("error: /dev/full cannot be written: no space is left. Free some, or name another place.\n");
  });

  test("causes one line with the fix in install-provider, and so does a missing identity in decrypt", async () => {
    const installed = await callCli(["install-provider", "/sys"]);
    expect(installed.exitCode).toBe(1);
    expect(installed.stderr).toEqual(
      expect.stringMatching(
        /^error: \/sys\/terraform\.d cannot be used: permission is denied\. Let this user write there, or name another place\.\n$/,
      ),
    );
    const decrypted = await runCli(["decrypt", "--identity", at("nothing")]);
    expect(decrypted.exitCode).toBe(1);
    expect(decrypted.stderr).toBe(
      `Could not decrypt: ${at("nothing")} cannot be used: it or its folder does not exist. Create it, or name another one.\n`,
    );
  });

  test("causes one line with the fix if plan --out is the path of a file", async () => {
    const { exitCode, stderr } = await runCli(["plan", stack, "--out", at("a-file")]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: [^\n]*a-file is not a folder\. Fix: Name another folder\.\n$/);
  });
});

describe("standard output", () => {
  test("causes one error line and exit code 1 if it is full", async () => {
    const { exitCode, stderr } = await runCli(["completion", "bash"], { stdout: openSync("/dev/full", "w") });
    expect(exitCode).toBe(1);
    expect(stderr).toBe("error: standard output cannot be written: no space is left.\n");
  });

  test("ends the command without a message and with its usual exit code if it is closed early", async () => {
    const { exitCode, stderr } = await runCli(["completion", "bash"], { stdout: unreadPipe() });
    expect(exitCode).toBe(0);
    expect(stderr).toBe("");
  });
});

/** The writing end of a pipe without a reader. */
function unreadPipe(): number {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const both = openSync(path, "r+");
  const writing = openSync(path, "w");
  closeSync(both);
  return writing;
}
