import type { Command } from "commander";

/** Every command by its name. Each is loaded when it is asked for; all are loaded for the help text and for completion. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  emulator: async () => (await import("./emulator-command")).emulatorCommand(),
  import: async () => (await import("./import-command")).importCommand(),
  completion: async () => (await import("./completion/completion-command")).completionCommand(),
};
