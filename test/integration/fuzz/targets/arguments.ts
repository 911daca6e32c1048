import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Command } from "commander";
import fc from "fast-check";
import { commands } from "../../../../src/cli/main";
import { EXIT } from "../../../../src/cli/terminal/exit";
import { anyCharacter } from "../../../support/any-character";
import { must, mustBeWords, type Opened, type Target } from "../target";
import { CliSandbox } from "./cli-sandbox";

/** Last arguments that end a command which would otherwise not end or would copy large files. */
const LAST_WORDS = (takenPort: number): Readonly<Record<string, readonly string[]>> => ({
  emulator: ["--port", String(takenPort)],
  "install-provider": ["no-such-folder"],
});

const word = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "-",
    "--",
    "=",
    "--json",
    "json",
    "0",
    "-1",
    "5m",
    "1e9",
    "NaN",
    "9".repeat(40),
    "a*",
    "missing",
  ),
  fc.constantFrom(
    "empty",
    "text",
    "plan.json",
    "body.json",
    "stack",
    "stack/main.tf",
    "__proto__",
    "constructor",
    "\u202e",
    "$\u007bx}",
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.constant("x".repeat(3000)),
);

/** Keeps paths inside the sandbox, and removes zero bytes, which end a program's argument. */
function harmless(text: string): string {
  return text
    .replaceAll("\0", "")
    .replaceAll("..", ".")
    .replace(/(^|=)[/~]+/g, "$1");
}

/** Returns the flags of a command and of its subcommands, in every notation. */
function flagsOf(command: Command): string[] {
  const own = command.options.flatMap(({ short, long }) =>
    [short, long].filter((flag) => flag !== undefined && flag !== null),
  );
  return [...own, ...command.commands.flatMap((each) => [each.name(), ...flagsOf(each)])];
}

async function lines(): Promise<fc.Arbitrary<readonly string[]>> {
  const made = Object.entries(commands).map(async ([name, load]) => {
    const flags = flagsOf(await load());
    const flag = flags.length > 0 ? fc.constantFrom(...flags) : word;
    const withValue = fc.tuple(flag, word).map(([one, value]) => `${one}=${value}`);
    return fc.array(fc.oneof(word, flag, withValue), { maxLength: 6 }).map((words) => [name, ...words]);
  });
  return fc.oneof(...(await Promise.all(made)), fc.array(word, { maxLength: 3 }));
}

/**
 * Command lines that a user or a script may write. The command succeeds or reports an error, with the documented exit
 * codes.
 */
export const commandLines: Target<readonly string[]> = {
  name: "arguments",
  share: 20,
  async open(): Promise<Opened<readonly string[]>> {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const lastWords = LAST_WORDS((taken.address() as AddressInfo).port);
    const sandbox = new CliSandbox();
    return {
      cases: (await lines()).map((line) => line.map(harmless)),
      async check(line) {
        const [name = "", ...words] = line;
        const isHelp = words.some((each) => each === "--help" || each === "-h");
        const argv = isHelp
          ? line
          : [name, ...words, ...(Object.hasOwn(lastWords, name) ? (lastWords[name] ?? []) : [])];
        const { exitCode, stdout, stderr } = await sandbox.run(argv);
        must(Object.values<number>(EXIT).includes(exitCode), () => `The exit code is ${exitCode}.`);
        if (exitCode === EXIT.error) {
          mustBeWords(stdout + stderr);
        }
        if (exitCode === EXIT.error && words[0] === "--json") {
          JSON.parse(stdout);
        }
      },
      async [Symbol.asyncDispose]() {
        sandbox[Symbol.dispose]();
        await new Promise((resolve) => taken.close(resolve));
      },
    };
  },
};
