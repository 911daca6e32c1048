import { addressOf } from "../../../../src/cli/code/model/imported";
import { seedIds } from "../../../../src/emulator";
import { provider } from "../../../../src/provider/provider";
import { THRESHOLD_TYPES } from "../../../../src/resources/declarations";
import { writeTypeScript } from "../../../support/cli/import/written-code";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { importedModel, openSourceClient } from "../../../support/imported-model";
import { runProgram } from "../../../support/imported-program";
import { ProviderRun } from "../../../support/provider-in-process";
import { configurationOf } from "../../../support/resolved-configuration";
import { createTeamDashboards } from "../../../support/team-dashboards";

test("the plan is empty after an import of every tile kind, threshold type, schedule and channel", async () => {
  await using emulator = await startEmulator();
  const client = openSourceClient(emulator);
  try {
    await createTeamDashboards(client, emulator);
    const [search] = await client.savedSearches.list();
    for (const thresholdType of THRESHOLD_TYPES) {
      await client.alerts.create({
        source: "saved_search",
        savedSearchId: String(search?.id),
        interval: "6h",
        threshold: 1.5,
        thresholdType,
        ...(thresholdType.endsWith("between") && { thresholdMax: 2 }),
        channels: [{ type: "webhook", webhookId: seedIds.genericWebhook }],
      });
    }
    const model = await importedModel(emulator);
    expect(model.leftOut).toEqual([]);
    const stack = runProgram(writeTypeScript(model));
    await using run = new ProviderRun({ openSource: emulator.endpoints.openSource });
    const types = new Set<string>();
    for (const object of model.objects) {
      const resource = provider.resources[`clickstack_${object.type}`];
      if (!resource) {
        throw new Error(`There is no resource for ${object.type}.`);
      }
      const held = await run.refresh(resource, { state: { id: object.id }, private: {} });
      if (!held) {
        throw new Error(`${addressOf(object)} is gone.`);
      }
      const { plan } = await run.plan(resource, configurationOf(stack, model, addressOf(object)) as never, held);
      expect({ address: addressOf(object), plan }).toEqual({ address: addressOf(object), plan: held.state });
      types.add(object.type);
    }
    expect([...types].sort()).toEqual(["alert", "connection", "dashboard", "saved_search", "source", "webhook"]);
  } finally {
    await client.close();
  }
});
