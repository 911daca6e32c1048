import { Command } from "commander";
import { version } from "../../package.json";

/** Each command is loaded when it is asked for; all are loaded for the help text. */
const loaders: Record<string, () => Promise<Command>> = {
  check: async () => (await import("../check/check-command")).checkCommand(),
  decrypt: async () => (await import("./decrypt-command")).decryptCommand(),
  emulator: async () => (await import("./emulator-command")).emulatorCommand(),
};

async function main(): Promise<void> {
  const program = new Command("cdk-clickstack")
    .description("ClickHouse Cloud API keys and ClickStack dashboards and alerts as code.")
    .version(version);
  const asked = loaders[process.argv[2] ?? ""];
  for (const load of asked ? [asked] : Object.values(loaders)) program.addCommand(await load());
  await program.parseAsync();
}

void main();
