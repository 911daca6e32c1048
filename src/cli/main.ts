import { isNativeError } from "node:util/types";
import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import { commands } from "./commands";
import { CommandError, EXIT, fileProblem, InterruptedError } from "./frame/exit";
import { errorDocument } from "./frame/json";
import { print, say } from "./frame/output";

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

/** The program with the command that is asked for, or with all of them. */
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
    (await import("./completion")).addCompletion(program);
  }
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput({ writeOut: print, writeErr: say });
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
  const saidAlready = error instanceof CommanderError;
  if (saidAlready && error.exitCode === EXIT.done) {
    return EXIT.done;
  }
  if (argv.includes("--json")) {
    print(errorDocument(message.replace(/^error: /, "")));
  }
  if (saidAlready) {
    return EXIT.error;
  }
  const isExpected = error instanceof CommandError || aboutFile !== undefined;
  say(`error: ${isExpected || !isNativeError(error) ? message : (error.stack ?? message)}\n`);
  return EXIT.error;
}
