import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import type { ObjectValue } from "../../../../src/plugin";
import { alertResource } from "../../../../src/resources/alert/resource";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { ProviderRun } from "../../../support/provider-in-process";
import { stored } from "../../../support/ui";

const alert = (fields: ObjectValue): ObjectValue => ({
  name: "Errors",
  interval: "5m",
  threshold: 1,
  threshold_type: "above",
  channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
  ...fields,
});

describe.each([
  { server: "an older server, which keeps a grouping that is left out", groupBySticky: true },
  { server: "a server that clears a grouping", groupBySticky: false },
])("an alert on $server", ({ groupBySticky }) => {
  let emulator: Emulator;
  let run: ProviderRun;
  let savedSearchId: string;
  emulatorForEachTest(
    (each) => {
      emulator = each;
    },
    { switches: { groupBySticky } },
  );

  beforeEach(async () => {
    const { openSource } = emulator.endpoints;
    run = new ProviderRun({ openSource });
    savedSearchId = (await run.session.client.savedSearches.create({ name: "S", sourceId: seedIds.logs })).id;
  });

  afterEach(async () => {
    await run[Symbol.asyncDispose]();
  });

  test("causes a warning if it watches a saved search with a numeric group", async () => {
    const config = alert({ saved_search_id: savedSearchId, group_by: "toHour(Timestamp)" });
    expect((await run.plan(alertResource, config)).diagnostics).toMatchObject([
      { severity: "warning", summary: "The alert compares the number of its group", path: ["group_by"] },
    ]);
  });

  test("loses its grouping without a replacement, unless the server requires a replacement", async () => {
    const before = await run.apply(alertResource, alert({ saved_search_id: savedSearchId, group_by: "ServiceName" }));
    const config = alert({ saved_search_id: savedSearchId });
    const { diagnostics } = await run.plan(alertResource, config, before);
    expect(diagnostics).toMatchObject([{ severity: "warning", path: ["group_by"] }]);
    const after = await run.apply(alertResource, config, before);
    expect(after.state.id === before.state.id).toBe(!groupBySticky);
    expect((await stored(emulator, "alerts", String(after.state.id))).groupBy ?? null).toBeNull();
    expect(await run.session.client.alerts.list()).toHaveLength(1);
    expect((await run.plan(alertResource, config, after)).plan).toEqual(after.state);
  });
});
