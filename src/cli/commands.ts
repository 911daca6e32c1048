import type { Command } from "commander";

/** Every command by its name. Each is loaded when it is asked for; all are loaded for the help text and for completion. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  plan: async () => (await import("./plan/plan-command")).planCommand(),
  drift: async () => (await import("./drift/drift-command")).driftCommand(),
  preview: async () => (await import("./preview-command")).previewCommand(),
  check: async () => (await import("./check-command")).checkCommand(),
  decrypt: async () => (await import("./decrypt-command")).decryptCommand(),
  doctor: async () => (await import("./doctor/doctor-command")).doctorCommand(),
  backtest: async () => (await import("./backtest-command")).backtestCommand(),
  emulator: async () => (await import("./emulator-command")).emulatorCommand(),
  import: async () => (await import("./import-command")).importCommand(),
  completion: async () => (await import("./completion/completion-command")).completionCommand(),
};
