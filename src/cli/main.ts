import { isNativeError } from "node:util/types";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import { CommandError, EXIT, fileProblem, InterruptedError } from "./terminal/exit";
import { HELP_LAYOUT, helpWidth } from "./terminal/help";
import { errorDocument } from "./terminal/json-document";
import { print, say } from "./terminal/output";

/** All commands except `completion`. Each is loaded on demand. The help text and completion load all of them. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => untyped((await import("./commands/init/command")).initCommand()),
  deploy: async () => untyped((await import("./commands/deploy/command")).deployCommand()),
  destroy: async () => untyped((await import("./commands/deploy/command")).destroyCommand()),
  plan: async () => untyped((await import("./commands/plan/command")).planCommand()),
  drift: async () => untyped((await import("./commands/drift/command")).driftCommand()),
  adopt: async () => untyped((await import("./commands/adopt/command")).adoptCommand()),
  import: async () => untyped((await import("./commands/import/command")).importCommand()),
  migrate: async () => untyped((await import("./commands/migrate/command")).migrateCommand()),
  lint: async () => untyped((await import("./commands/lint/command")).lintCommand()),
  preview: async () => untyped((await import("./commands/preview/command")).previewCommand()),
  backtest: async () => untyped((await import("./commands/backtest/command")).backtestCommand()),
  report: async () => untyped((await import("./commands/report/command")).reportCommand()),
  doctor: async () => untyped((await import("./commands/doctor/command")).doctorCommand()),
  "install-provider": async () =>
    untyped((await import("./commands/install-provider/command")).installProviderCommand()),
  stage: async () => untyped((await import("./commands/stage/command")).stageCommand()),
  emulator: async () => untyped((await import("./commands/emulator/command")).emulatorCommand()),
  check: async () => untyped((await import("./commands/check/command")).checkCommand()),
  keygen: async () => untyped((await import("./commands/keygen/command")).keygenCommand()),
  decrypt: async () => untyped((await import("./commands/decrypt/command")).decryptCommand()),
};

/** Options and arguments are typed inside each command. */
function untyped(command: CommandUnknownOpts): Command {
  return command as unknown as Command;
}

/** Runs one command line and returns its exit code. A command sets another code than 0 with `process.exitCode`. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = await programFor(argv[2]);
  try {
    await program.parseAsync(argv);
    return Number(process.exitCode ?? EXIT.done);
  } catch (error) {
    return report(error, argv);
  }
}

/** Creates the program with the requested command, or with all commands. */
async function programFor(name: string | undefined): Promise<Command> {
  const program = new Command("cdk-clickstack")
    .description("ClickHouse Cloud API keys and ClickStack dashboards and alerts as code.")
    .version(version);
  const asked = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (asked) {
    program.addCommand(await asked());
  } else {
    for (const load of Object.values(commands)) {
      program.addCommand(await load());
    }
    (await import("./commands/completion/completion")).addCompletion(program);
  }
  for (const command of withSubcommands(program)) {
    command
      .exitOverride()
      .configureHelp(HELP_LAYOUT)
      .configureOutput({
        writeOut: print,
        writeErr: say,
        getOutHelpWidth: () => helpWidth(process.stdout),
        getErrHelpWidth: () => helpWidth(process.stderr),
      });
  }
  return program;
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Reports an error, as one line of JSON if JSON was requested. */
function report(error: unknown, argv: readonly string[]): number {
  if (error instanceof InterruptedError) {
    return error.exitCode;
  }
  const aboutFile = fileProblem(error);
  const message = aboutFile ?? (isNativeError(error) ? error.message : String(error));
  const isPrinted = error instanceof CommanderError;
  if (isPrinted && error.exitCode === EXIT.done) {
    return EXIT.done;
  }
  if (argv.includes("--json")) {
    print(errorDocument.text({ message: message.replace(/^error: /, "") }));
  }
  if (isPrinted) {
    return EXIT.error;
  }
  const isExpected = error instanceof CommandError || aboutFile !== undefined;
  say(`error: ${isExpected || !isNativeError(error) ? message : (error.stack ?? message)}\n`);
  return EXIT.error;
}
