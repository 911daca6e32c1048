import type { Command } from "commander";

/** Every command by its name. Each is loaded when it is asked for; all are loaded for the help text and for completion, which is not among them. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import("./init/command")).initCommand(),
  plan: async () => (await import("./plan/command")).planCommand(),
  drift: async () => (await import("./drift/command")).driftCommand(),
  import: async () => (await import("./import/command")).importCommand(),
  preview: async () => (await import("./preview/command")).previewCommand(),
  backtest: async () => (await import("./backtest/command")).backtestCommand(),
  doctor: async () => (await import("./doctor/command")).doctorCommand(),
  "install-provider": async () => (await import("./install-provider/command")).installProviderCommand(),
  emulator: async () => (await import("./emulator/command")).emulatorCommand(),
  check: async () => (await import("./check/command")).checkCommand(),
  decrypt: async () => (await import("./decrypt/command")).decryptCommand(),
};
