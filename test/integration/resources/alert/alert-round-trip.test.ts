import fc from "fast-check";
import { shapeOf } from "../../../../src/declaration/shape";
import { seedIds } from "../../../../src/emulator/seed";
import type { ObjectValue } from "../../../../src/plugin";
import { alertChart } from "../../../../src/resources/alert/chart";
import { alertResource } from "../../../../src/resources/alert/resource";
import { toTerraform } from "../../../../src/resources/shared/terraform-form";
import { emulatorForTests } from "../../../support/emulator/emulator-for-tests";
import { fullCharts } from "../../../support/full-charts";
import { configurationOf, imported } from "../../../support/imported";
import { thirdOf } from "../../../support/long-test";
import { problemsOf } from "../../../support/problems-of";
import { ProviderRun } from "../../../support/provider-in-process";
import { stored } from "../../../support/ui";

const RUNS = { seed: 4, numRuns: thirdOf(50) };

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const text = fc.string({ minLength: 1, maxLength: 8 });

const threshold = fc.oneof(
  fc.record({ threshold: fc.integer(), threshold_type: fc.constantFrom("above", "below", "equal", "not_equal") }),
  fc.record({
    threshold: fc.nat(9),
    threshold_type: fc.constantFrom("between", "not_between"),
    threshold_max: fc.integer({ min: 9 }),
  }),
);
const schedule = fc.oneof(
  fc.constant({}),
  fc.record({ schedule_offset_minutes: fc.nat(4) }),
  fc.record({ schedule_start_at: fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-01T02:30:00+01:00") }),
);
const hooks = [seedIds.slackWebhook, seedIds.genericWebhook, seedIds.incidentWebhook];
const channels = fc
  .shuffledSubarray(hooks, { minLength: 1 })
  .map((ids) => ids.map((id) => ({ type: "webhook", webhook_id: id })));
const common = fc.record({
  interval: fc.constantFrom("5m", "1h", "1d"),
  channels,
  name: optional(text),
  message: optional(text),
  note: optional(text),
  num_consecutive_windows: optional(fc.integer({ min: 1, max: 5 })),
  display_name: optional(fc.constantFrom("Errors", "Too slow")),
  tags: optional(fc.subarray(["shop", "p1", "eu"])),
});

const charts = fullCharts({ sourceId: seedIds.traces, connectionId: seedIds.connection, dashboardId: "" });
const chart = fc.constantFrom(...charts).chain((whole) =>
  fc
    .subarray(["name", "where", "groupBy", "seriesLimit", "numberFormat", "alignDateRangeToGranularity"])
    .map((left) => Object.fromEntries(Object.entries(whole).filter(([field]) => !left.includes(field))))
    .map(({ where, whereLanguage, ...rest }) => ({ ...rest, ...(where && { where, whereLanguage }) }))
    .map((fields) => toTerraform(shapeOf(alertChart), fields)),
);

describe.each([false, true])("any valid alert, if the server keeps an omitted grouping: %s", (groupBySticky) => {
  const emulator = emulatorForTests({ switches: { groupBySticky } });
  let run: ProviderRun;
  let savedSearchId: string;

  beforeAll(async () => {
    const { openSource } = emulator.endpoints;
    run = new ProviderRun({ openSource });
    savedSearchId = (await run.session.client.savedSearches.create({ name: "S", sourceId: seedIds.logs })).id;
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
  });

  const grouping = () => fc.record({ group_by: optional(text) });
  const onSearch = () =>
    fc
      .tuple(common, threshold, schedule, grouping())
      .map((parts) => Object.assign({ saved_search_id: savedSearchId }, ...parts) as ObjectValue);
  const onChart = () =>
    fc
      .tuple(common, threshold, schedule, chart)
      .map(([...parts]) => Object.assign({ chart_config: parts.pop() }, ...parts) as ObjectValue);
  const alerts = () => fc.oneof(onSearch(), onChart());

  test("is applied and imported without a difference", async () => {
    await fc.assert(
      fc.asyncProperty(alerts(), async (config) => {
        expect(await problemsOf(alertResource, config)).toEqual([]);
        const held = await run.apply(alertResource, config);
        expect((await run.plan(alertResource, config, held)).plan).toEqual(held.state);
        const again = await imported(run, alertResource, String(held.state.id));
        expect((await run.plan(alertResource, config, again)).plan).toEqual(again.state);
        const own = configurationOf(alertResource.schema, again.state);
        expect((await run.plan(alertResource, own, again)).plan).toEqual(again.state);
      }),
      RUNS,
    );
  });

  test("has the same effect as a new alert if it replaces another alert", async () => {
    const meaning = async (id: unknown) => {
      const {
        id: _,
        createdAt: __,
        updatedAt: ___,
        thresholdMax,
        displayName: ____,
        tags: _____,
        ...shown
      } = await stored(emulator, "alerts", String(id));
      const isRange = String(shown.thresholdType).includes("between");
      // The server never removes an upper bound, and an upper bound has no effect without a range
      // (docs/internals/api-behavior.md 3.9).
      return { ...shown, ...(isRange && { thresholdMax }), ...noSchedule(shown) };
    };
    await fc.assert(
      fc.asyncProperty(alerts(), alerts(), async (before, after) => {
        const replaced = await run.apply(alertResource, after, await run.apply(alertResource, before));
        const alone = await run.apply(alertResource, after);
        expect(await meaning(replaced.state.id)).toEqual(await meaning(alone.state.id));
      }),
      RUNS,
    );
  });
});

/** A missing start is null or absent, and a missing offset is 0 or absent. */
function noSchedule({ scheduleStartAt = null, scheduleOffsetMinutes = 0 }: Record<string, unknown>) {
  return { scheduleStartAt, scheduleOffsetMinutes };
}
