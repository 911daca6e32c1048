import { buildModel, type ImportModel } from "../../src/cli/code/model/import-model";
import { type ImportFilters, selectObjects } from "../../src/cli/commands/import/select-objects";
import { readInventory } from "../../src/cli/server/inventory";
import type { Emulator } from "../../src/emulator";
import { type Client, createClient } from "../../src/resources/client";
import { Session } from "../../src/resources/shared/session";

/** Returns the model from which an import of an emulator's objects is written. */
export async function importedModel(emulator: Emulator, filters: ImportFilters = {}): Promise<ImportModel> {
  const client = openSourceClient(emulator);
  try {
    const inventory = await readInventory(client, { needed: [] });
    const session = new Session(client);
    return await buildModel(selectObjects(inventory.objects, filters), inventory, {
      session,
      earlier: new Map(),
      format: "typescript",
      form: { framework: "cdktf", extension: ".js", stack: "clickstack" },
    });
  } finally {
    await client.close();
  }
}

/** A client of the emulator's open-source deployment. */
export function openSourceClient(emulator: Emulator): Client {
  const { endpoint, accessKey } = emulator.endpoints.openSource;
  return createClient({ userAgent: "tests", environment: {}, openSource: { endpoint, accessKey } });
}
