import { differences } from "../../../../src/cli/engine/plan-json";
import type { DeclaredFields } from "../../../../src/declaration/field";
import { objectShapeOf, shapeOf } from "../../../../src/declaration/shape";
import { seedIds } from "../../../../src/emulator/seed";
import { type ObjectValue, pathText } from "../../../../src/plugin";
import { complete } from "../../../../src/plugin/plan/nested";
import { inFormOf } from "../../../../src/plugin/plan/prior-form";
import type { AlertRecord } from "../../../../src/resources/alert/api";
import { alertChart } from "../../../../src/resources/alert/chart";
import { observedAlert } from "../../../../src/resources/alert/mapping";
import { alertResource } from "../../../../src/resources/alert/resource";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import { alert } from "../../../../src/resources/declarations";
import { toResourceState } from "../../../../src/resources/shared/crud-resource";
import { attributePathOf, toTerraform } from "../../../../src/resources/shared/terraform-form";
import { changedLeaves } from "../../../support/changed-leaves";
import { refusals } from "../../../support/declaration/refusals";
import { isUnsupportedBy, knownTo } from "../../../support/deployment-fields";
import { emulatorForTests } from "../../../support/emulator/emulator-for-tests";
import { fieldChanges, fieldNames } from "../../../support/field-changes";
import { fullCharts } from "../../../support/full-charts";
import { firstOf } from "../../../support/long-test";
import { type Held, ProviderRun } from "../../../support/provider-in-process";
import { stored, ui } from "../../../support/ui";

const ALERT = objectShapeOf(alert);
const TILE = ["dashboardId", "tileId"];
const SAVED_SEARCH = ["savedSearchId", "groupBy"];
const CHART = ["chartConfig"];

const common = {
  interval: "1h",
  threshold: 1,
  name: "Errors",
  message: "Too many",
  note: "Look",
  numConsecutiveWindows: 2,
  displayName: "Errors of the shop",
  tags: ["shop", "p1"],
};

const webhook = { type: "webhook", webhookId: seedIds.slackWebhook };
const managedChannels = [
  { ...webhook, webhookService: "slack", slackChannelId: "C1", severity: "error" },
  { type: "email", emailRecipients: ["oncall@example.com"] },
];

/** Alerts that together have every field, and the fields that each of them cannot have. */
const ON_TILE = { ...common, source: "tile", thresholdType: "between", thresholdMax: 2, scheduleOffsetMinutes: 3 };
const ON_SEARCH = { ...common, source: "saved_search", groupBy: "ServiceName", thresholdType: "above" };
const WITHOUT_ON_TILE = [...SAVED_SEARCH, ...CHART, "scheduleStartAt"];
const WITHOUT_ON_SEARCH = [...TILE, ...CHART, "thresholdMax", "scheduleOffsetMinutes"];

/** Charts that together have every field, and the changes that a server accepts. */
const CHARTS = [
  ...fullCharts({ sourceId: seedIds.traces, connectionId: seedIds.connection, dashboardId: "" }),
  { displayType: "line", sourceId: seedIds.traces, select: [{ aggFn: "count" }, { aggFn: "count" }], asRatio: true },
  {
    displayType: "stacked_bar",
    sourceId: seedIds.traces,
    select: [{ aggFn: "count" }, { aggFn: "count" }],
    asRatio: true,
  },
] as const;
const CHART_SHAPE = shapeOf(alertChart);
const changesOf = (chart: unknown) =>
  fieldChanges(CHART_SHAPE, chart).filter(({ changed }) => refusals(alertChart, changed as object).length === 0);

test("the tests in this file change every field of an alert that can be declared", () => {
  expect(WITHOUT_ON_TILE.filter((field) => WITHOUT_ON_SEARCH.includes(field))).toEqual(CHART);
  const changed = CHARTS.flatMap((chart) => changesOf(chart).map(({ field }) => field));
  expect(fieldNames(CHART_SHAPE).filter((field) => !changed.includes(field))).toEqual([]);
});

describe.each(["open-source", "managed"] as const)("in the %s deployment", (deployment) => {
  const emulator = emulatorForTests();
  let run: ProviderRun;

  const connect = () => {
    const { openSource, managed } = emulator.endpoints;
    if (deployment === "open-source") {
      return new ProviderRun({ openSource });
    }
    return new ProviderRun({ managed: { ...managed, product: "clickstack", requestsPerWindow: 9999 } });
  };

  beforeAll(() => {
    run = connect();
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
  });

  const applied = (declared: DeclaredFields) => run.apply(alertResource, toTerraform(ALERT, declared) as ObjectValue);
  const isUnknown = isUnsupportedBy(deployment);
  const knownHere = (declared: DeclaredFields) => knownTo(deployment, ALERT, declared);
  const channels = deployment === "managed" ? managedChannels : [webhook];

  /** Returns the alert on the server, without its time of change. An absent start time becomes null. */
  const shown = async (id: string) => {
    const { updatedAt: _, scheduleStartAt = null, ...fields } = await stored(emulator, "alerts", id);
    return { ...fields, scheduleStartAt };
  };

  /** Changes each field in turn. Expects that a plan shows only this field and that the apply restores it. */
  const change = async (declared: DeclaredFields, without: readonly string[]) => {
    const config = toTerraform(ALERT, declared) as ObjectValue;
    const held = await applied(declared);
    const id = String(held.state.id);
    const before = await shown(id);
    for (const { field, value, attributes } of changedLeaves(
      ALERT,
      declared,
      (field) => without.includes(field.name) || isUnknown(field),
    )) {
      await ui(emulator, "PATCH", `/api/v2/alerts/${id}`, { [field]: value });
      await using later = connect();
      const seen = (await later.refresh(alertResource, held)) as Held;
      expect(differences(held.state, seen.state).toSorted()).toEqual(namedFor(attributes.join("."), declared));
      const reverted = await later.apply(alertResource, config, seen);
      expect(reverted.state).toEqual(held.state);
      expect(await shown(id)).toEqual(before);
    }
  };

  test("the plan shows only the changed field of an alert on a tile, and the apply restores each field", async () => {
    const config = { display_type: "line", source_id: seedIds.logs, select: [{ agg_fn: "count" }] };
    const tiles = { a: { name: "A", x: 0, y: 0, w: 6, h: 3, config } };
    const { state } = await run.apply(dashboardResource, { name: "D", tiles });
    const tileId = (state.tile_ids as ObjectValue).a;
    await change(knownHere({ ...ON_TILE, dashboardId: state.id, tileId, channels }), WITHOUT_ON_TILE);
  });

  test("the plan shows only the changed field of an alert on a saved search, and the apply restores each field", async () => {
    const { id } = await run.session.client.savedSearches.create({ name: "S", sourceId: seedIds.logs });
    const scheduleStartAt = "2026-01-01T01:00:00+01:00";
    await change(knownHere({ ...ON_SEARCH, savedSearchId: id, scheduleStartAt, channels }), WITHOUT_ON_SEARCH);
  });
});

describe("an inline chart of an alert", () => {
  const emulator = emulatorForTests();
  let run: ProviderRun;

  beforeAll(() => {
    run = new ProviderRun({ openSource: emulator.endpoints.openSource });
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
  });

  test.each(firstOf(4, CHARTS))(
    "is shown field by field after a change elsewhere, and the apply restores it: %#",
    async (chart) => {
      const declared = { ...common, thresholdType: "above", channels: [webhook], chartConfig: chart };
      const config = toTerraform(ALERT, declared) as ObjectValue;
      const held = await run.apply(alertResource, config);
      const id = String(held.state.id);
      const before = await stored(emulator, "alerts", id);
      let seen = held;
      for (const { path, changed } of changesOf(chart)) {
        await ui(emulator, "PATCH", `/api/v2/alerts/${id}`, { chartConfig: changed });
        const observed = observedAlert((await run.session.client.alerts.get(id)) as AlertRecord);
        const fields = alertResource.schema.attributes;
        seen = { ...held, state: inFormOf(fields, complete(fields, toResourceState(ALERT, observed)), held.state) };
        const attribute = pathText(attributePathOf(ALERT, ["chartConfig", ...path], declared));
        expect(differences(held.state, seen.state)).toEqual([attribute.replace(/\[(\d+)\]/g, ".$1")]);
      }
      expect((await run.apply(alertResource, config, seen)).state).toEqual(held.state);
      expect(await stored(emulator, "alerts", id)).toEqual({
        scheduleStartAt: null,
        ...before,
        updatedAt: expect.any(String),
      });
    },
  );
});

/** An upper bound has no effect for a comparison with one bound, and is not shown in this case. */
function namedFor(attribute: string, { thresholdMax }: DeclaredFields): readonly string[] {
  return attribute === "threshold_type" && thresholdMax !== undefined ? ["threshold_max", attribute] : [attribute];
}
