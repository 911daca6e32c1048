import { type Emulator, seedIds } from "../../../src/emulator";
import type { ObjectValue } from "../../../src/plugin";
import { providerRuns } from "../../support/emulator/provider-runs";
import { type Held, resource } from "../../support/provider-in-process";
import { listed } from "../../support/ui";

const ALERT = {
  group_by: "ServiceName",
  interval: "5m",
  threshold: 1,
  threshold_type: "above",
  channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
};

const DASHBOARD = { name: "Shop", tags: ["shop"], tiles: {} };

const SEARCH = { name: "Errors", source_id: seedIds.logs, where: "level:error" };

const WEBHOOK = { name: "Pager", service: "generic", url: "https://example.com/hook", description: "Pages" };

const ALERT_CASE = ["alert", "alerts", ALERT, "groupBy", "group_by"] as const;

describe.each([
  [
    "open-source",
    "open_source",
    [
      ALERT_CASE,
      ["dashboard", "dashboards", DASHBOARD, "tags", "tags"],
      ["saved_search", "saved-searches", SEARCH, "where", "where"],
      ["webhook", "webhooks", WEBHOOK, "description", "description"],
    ],
  ],
  ["managed", "managed", [ALERT_CASE]],
] as const)("an object of the %s deployment that loses a field on the server", (_, observability, kinds) => {
  let emulator: Emulator;
  const connect = providerRuns((each) => {
    emulator = each;
  }, observability);

  test.each(kinds)(
    "is created with a warning and keeps its id in later applies: %s",
    async (type, collection, declared, field, attribute) => {
      const handlers = resource(`clickstack_${type}`);
      const config: ObjectValue = type === "alert" ? { ...declared, saved_search_id: await savedSearch() } : declared;
      const warnsOfTheField = [
        {
          severity: "warning",
          summary: "The server stored another value than planned",
          detail: expect.stringContaining(attribute),
        },
      ];
      const drop = { drop: [field], times: 9 };
      emulator.failNext({ method: "POST", path: `*/${collection}`, ...drop });
      emulator.failNext({ method: "PUT", path: `*/${collection}/*`, ...drop });
      const first = connect();
      const { diagnostics, ...created } = await first.create(
        handlers,
        config,
        (await first.plan(handlers, config)).plan,
      );
      expect(diagnostics).toMatchObject(warnsOfTheField);
      let held: Held = created;
      for (const _again of ["first", "second"]) {
        expect(await connect().plannedDifferences(handlers, config, held)).not.toEqual([]);
        const run = connect();
        const seen = (await run.refresh(handlers, held)) as Held;
        const { diagnostics: warnings, ...updated } = await run.update(
          handlers,
          config,
          (await run.plan(handlers, config, seen)).plan,
          seen,
        );
        expect(warnings).toMatchObject(warnsOfTheField);
        expect(updated.state.id).toBe(created.state.id);
        held = updated;
      }
      expect((await listed(emulator, collection)).map(({ id }) => id)).toContain(created.state.id);
      emulator.clearFaults();
      const run = connect();
      const restored = await run.apply(handlers, config, (await run.refresh(handlers, held)) as Held);
      expect(restored.state.id).toBe(created.state.id);
      expect(await connect().plannedDifferences(handlers, config, restored)).toEqual([]);
    },
  );

  const savedSearch = async () => String((await connect().apply(resource("clickstack_saved_search"), SEARCH)).state.id);
});
