import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Command } from "commander";

/**
 * Every command by its name. Each is loaded when it is asked for; all are loaded for the help text and for completion,
 * which is not among them.
 */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => untyped((await import("./init/command")).initCommand()),
  plan: async () => untyped((await import("./plan/command")).planCommand()),
  drift: async () => untyped((await import("./drift/command")).driftCommand()),
  import: async () => untyped((await import("./import/command")).importCommand()),
  preview: async () => untyped((await import("./preview/command")).previewCommand()),
  backtest: async () => untyped((await import("./backtest/command")).backtestCommand()),
  doctor: async () => untyped((await import("./doctor/command")).doctorCommand()),
  "install-provider": async () => untyped((await import("./install-provider/command")).installProviderCommand()),
  emulator: async () => untyped((await import("./emulator/command")).emulatorCommand()),
  check: async () => untyped((await import("./check/command")).checkCommand()),
  decrypt: async () => untyped((await import("./decrypt/command")).decryptCommand()),
};

/** Options and arguments are typed inside each command. */
function untyped(command: CommandUnknownOpts): Command {
  return command as unknown as Command;
}
