import type { Emulator, EmulatorOptions } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator";
import type { ObjectValue } from "../../../../src/plugin";
import { DASHBOARD_SHAPE, dashboardCreateBody, dashboardUpdateBody } from "../../../../src/resources/dashboard/mapping";
import { objectFromTerraform } from "../../../../src/resources/shared/terraform-form";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { type Held, ProviderRun, resource } from "../../../support/provider-in-process";
import { stored, ui } from "../../../support/ui";

const DASHBOARD = resource("clickstack_dashboard");

const LIST: ObjectValue = { type: "STATIC_LIST", name: "Environment", options: ["prod", "Prod", "stage"] };
const LABEL: ObjectValue = { type: "PROMETHEUS_LABEL", name: "Pod", source_id: seedIds.promql, label: "k8s.pod.name" };
const QUERY: ObjectValue = { name: "Service", expression: "ServiceName", source_id: seedIds.logs };
const VALUES: readonly ObjectValue[] = [
  { condition: "a = 1" },
  { type: "variable", name: "Environment", values: ["prod"] },
];
const board = (more: ObjectValue): ObjectValue => ({ name: "Checkout", tiles: {}, ...more });

let emulator: Emulator;
const start = async (options: EmulatorOptions = {}) => {
  emulator = await startEmulator(options);
};
const connect = () => new ProviderRun({ openSource: emulator.endpoints.openSource });
const refreshed = async (held: Held) => {
  await using run = connect();
  return (await run.refresh(DASHBOARD, held)) as Held;
};
const planned = async (config: ObjectValue, held: Held) => {
  await using run = connect();
  return (await run.plan(DASHBOARD, config, held)).plan;
};

afterEach(() => emulator.stop());

const required = { min_selections: 1, is_global_requirement: true };

test.each<[string, ObjectValue]>([
  ["all types of filters", { filters: [QUERY, LIST, LABEL] }],
  [
    "names, selectors and requirements",
    {
      filters: [
        { ...QUERY, ...required },
        { ...LIST, variable_name: "env", min_selections: 1 },
        { ...LABEL, match: 'up{job="$Service"}', ...required },
      ],
    },
  ],
  ["requirements that require no value", { filters: [{ ...LIST, min_selections: 0, is_global_requirement: false }] }],
  ["an empty selector", { filters: [{ ...LABEL, match: "" }] }],
  ["initial values of variables", { filters: [LIST], saved_filter_values: VALUES }],
])("a dashboard with %s has an empty plan after its apply and after its import", async (_, more) => {
  await start();
  await using run = connect();
  const held = await run.apply(DASHBOARD, board(more));
  const later = await refreshed(held);
  expect(later.state).toEqual(held.state);
  expect(await planned(board(more), later)).toEqual(held.state);
  const imported = await refreshed({ state: { id: held.state.id ?? null }, private: {} });
  expect(await planned(board(more), imported)).toEqual(imported.state);
  expect(imported.state.other_fields ?? null).toBeNull();
});

test("a request contains only the fields of the filter type, and the server's fixed flags cause no difference", async () => {
  await start();
  await using run = connect();
  const { state } = await run.apply(DASHBOARD, board({ filters: [LIST, LABEL] }));
  const planned = objectFromTerraform(DASHBOARD_SHAPE, state) as never;
  expect(dashboardCreateBody(planned).filters).toEqual([
    { type: "STATIC_LIST", name: "Environment", options: ["prod", "Prod", "stage"] },
    { type: "PROMETHEUS_LABEL", name: "Pod", sourceId: seedIds.promql, label: "k8s.pod.name" },
  ]);
  const { data } = (await ui(emulator, "GET", `/api/v2/dashboards/${state.id}`)) as { data: { filters: object[] } };
  expect(data.filters).toMatchObject(Array(2).fill({ isBroadcastEnabled: false, isVariableEnabled: true }));
});

test("an edit in the UI is shown as drift of its field, and an update restores the field with the same ids", async () => {
  await start();
  await using run = connect();
  const config = board({ filters: [LIST, { ...LABEL, ...required }], saved_filter_values: VALUES });
  const held = await run.apply(DASHBOARD, config);
  const id = String(held.state.id);
  const before = (await stored(emulator, "dashboards", id)) as { filters: ObjectValue[] };
  const [list, label] = before.filters;
  const { minSelections: _, isGlobalRequirement: __, ...optional } = label ?? {};
  await ui(emulator, "PUT", `/raw/dashboards/${id}`, {
    ...before,
    filters: [{ ...list, options: ["stage", "prod"] }, optional],
    savedFilterValues: [{ type: "variable", name: "Environment", values: ["stage"] }],
  });
  const edited = await refreshed(held);
  expect(edited.state.filters).toMatchObject([
    { options: ["stage", "prod"] },
    { min_selections: 0, is_global_requirement: false },
  ]);
  expect(edited.state.saved_filter_values).toMatchObject([{ name: "Environment", values: ["stage"] }]);
  await using later = connect();
  await later.apply(DASHBOARD, config, edited);
  expect(await stored(emulator, "dashboards", id)).toEqual(before);
});

test("filters of unknown types, their values, and unknown fields of known types stay at the same index", async () => {
  await start();
  await using run = connect();
  const config = board({ filters: [QUERY, LIST], saved_filter_values: VALUES });
  const held = await run.apply(DASHBOARD, config);
  const id = String(held.state.id);
  const before = (await stored(emulator, "dashboards", id)) as {
    filters: ObjectValue[];
    savedFilterValues: ObjectValue[];
  };
  const [query = {}, list = {}] = before.filters;
  const edited = {
    ...before,
    filters: [
      { id: "b00000000000000000000001", type: "ADHOC", name: "Any", sources: [] },
      query,
      { ...list, later: 1 },
    ],
    savedFilterValues: [{ type: "later", key: "a" }, ...before.savedFilterValues],
  };
  await ui(emulator, "PUT", `/raw/dashboards/${id}`, edited);
  const seen = await refreshed(held);
  expect(Object.keys(seen.state.other_fields as object)).toEqual([
    "filters.1.later",
    "filters.0",
    "savedFilterValues.0",
  ]);
  expect(await planned(config, seen)).toEqual(seen.state);
  const declared = objectFromTerraform(DASHBOARD_SHAPE, seen.state) as never;
  const body = dashboardUpdateBody(declared, {}, (seen.private.filterIds ?? []) as never);
  expect(body).toMatchObject({
    filters: [{ type: "ADHOC" }, { name: "Service" }, { name: "Environment", later: 1 }],
    savedFilterValues: [{ type: "later", key: "a" }, { condition: "a = 1" }, { type: "variable" }],
  });
});

describe("the plan of a filter on an older server", () => {
  const refusals = async (config: ObjectValue) => {
    await using run = connect();
    const { diagnostics } = await run.plan(DASHBOARD, config);
    return diagnostics.map(({ severity, summary, path }) => [severity, summary, path]);
  };

  test.each([LIST, LABEL])("reports that $type requires version 2.38", async (filter) => {
    await start({ serverVersion: "2.36" });
    const path = ["filters", 0, "type"];
    expect(await refusals(board({ filters: [filter] }))).toContainEqual([
      "error",
      `This server does not support filters[0].type "${filter.type}"`,
      path,
    ]);
  });

  test("reports that a required filter requires version 2.39", async () => {
    await start({ serverVersion: "2.38" });
    const found = await refusals(board({ filters: [QUERY, { ...LIST, ...required }] }));
    for (const name of ["min_selections", "is_global_requirement"]) {
      const summary = `This server does not support filters[1].${name}`;
      expect(found).toContainEqual(["error", summary, ["filters", 1, name]]);
    }
  });

  test("accepts filters of August 2026 and their defaults", async () => {
    await start({ serverVersion: "2.36" });
    const filter = { ...QUERY, min_selections: 0, is_global_requirement: false };
    expect(await refusals(board({ filters: [filter] }))).toEqual([]);
  });
});

test.each(["2.36", "2.40"] as const)("a metric without a value expression is stored on %s", async (serverVersion) => {
  await start({ serverVersion });
  await using run = connect();
  const select = [{ agg_fn: "avg", metric_name: "cpu", metric_type: "gauge" }];
  const config = { display_type: "number", source_id: seedIds.metrics, select };
  const declared = board({ tiles: { cpu: { name: "CPU", x: 0, y: 0, w: 6, h: 4, config } } });
  const held = await run.apply(DASHBOARD, declared);
  const later = await refreshed(held);
  expect(later.state).toEqual(held.state);
  const before = (await stored(emulator, "dashboards", String(held.state.id))) as {
    tiles: [{ config: { select: ObjectValue[] } }];
  };
  const [tile] = before.tiles;
  const { valueExpression, ...item } = tile.config.select[0] ?? {};
  expect(valueExpression).toBe("Value");
  const bare = { ...tile, config: { ...tile.config, select: [item] } };
  await ui(emulator, "PUT", `/raw/dashboards/${held.state.id}`, { ...before, tiles: [bare] });
  expect((await refreshed(held)).state).toEqual(held.state);
});
