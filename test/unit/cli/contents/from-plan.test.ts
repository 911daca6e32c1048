import { isPlan, isState, readPlan, readState } from "../../../../src/cli/engine/read-plan";
import { contentsOfPlan } from "../../../../src/cli/project/contents/from-code";

const source = { mode: "data", type: "clickstack_source", values: { id: "6955b9000000005000000001", name: "Logs" } };
const config = { display_type: "line", source_id: source.values.id, select: [{ agg_fn: "count", where: "x" }] };
const tiles = { errors: { name: "Errors", x: 0, y: 0, w: 6, h: 3, config } };
const dashboard = (module: string, before: unknown, after: unknown) => ({
  ...{ address: `${module}clickstack_dashboard.d`, mode: "managed", type: "clickstack_dashboard", name: "d" },
  ...(module && { module_address: module.slice(0, -1) }),
  change: { actions: ["update"], before, after },
});
const alert = (module: string, after: object, name = "a") => ({
  ...{ address: `${module}clickstack_alert.${name}`, mode: "managed", type: "clickstack_alert", name },
  ...(module && { module_address: module.slice(0, -1) }),
  change: {
    actions: ["create"],
    before: null,
    after: { threshold: 1, threshold_type: "above", interval: "1m", ...after },
  },
});
const references = (...list: string[]) => ({ tile_id: { references: list } });
const declared = {
  resources: [
    {
      address: "clickstack_alert.a",
      expressions: references('clickstack_dashboard.d.tile_ids["errors"]', "clickstack_dashboard.d.tile_ids"),
    },
  ],
};

test("a plan contains tiles with their keys before and after the change, and the names of sources", () => {
  const before = { name: "D", tiles, tile_ids: { errors: "t1" } };
  const after = { ...before, tiles: { errors: { ...tiles.errors, x: 3 } } };
  const plan = {
    resource_changes: [dashboard("", before, after), alert("", { tile_id: "t1" })],
    prior_state: { values: { root_module: { resources: [source] } } },
    configuration: {},
  };
  const contents = contentsOfPlan(readPlan(plan, "plan.json"));
  expect([contents.before, contents.after].map((side) => side.dashboards[0]?.fields.tiles)).toMatchObject([
    [{ id: "errors", x: 0, config: { sourceId: source.values.id, select: [{ aggFn: "count" }] } }],
    [{ id: "errors", x: 3 }],
  ]);
  expect(contents.after.alerts).toMatchObject([
    { fields: { dashboardId: "clickstack_dashboard.d", tileId: "errors" } },
  ]);
  expect(contents.before.alerts).toEqual([]);
  expect(contents.after.sourceName(source.values.id)).toBe("Logs");
});

test("an alert on a tile without an id is assigned to the tile to which its expression refers, also in a module", () => {
  const created = (module: string) => [dashboard(module, null, { name: "D", tiles }), alert(module, {})];
  const plan = {
    resource_changes: [...created(""), ...created('module.team["x"].module.shop.')],
    configuration: {
      root_module: {
        ...declared,
        module_calls: { team: { module: { module_calls: { shop: { module: declared } } } } },
      },
    },
  };
  expect(
    contentsOfPlan(readPlan(plan, "plan.json")).after.alerts.map(({ fields }) => [fields.dashboardId, fields.tileId]),
  ).toEqual([
    ["clickstack_dashboard.d", "errors"],
    ['module.team["x"].module.shop.clickstack_dashboard.d', "errors"],
  ]);
});

test("an alert whose tile is unknown is assigned to no tile", () => {
  const plan = { resource_changes: [alert("", {})], configuration: { root_module: { resources: [] } } };
  expect(contentsOfPlan(readPlan(plan, "plan.json")).after.alerts[0]?.fields).not.toHaveProperty("tileId");
});

test("a state is read like a plan without changes", () => {
  const values = {
    root_module: {
      child_modules: [{ resources: [{ ...dashboard("", null, null), values: { name: "D", tiles } }, source] }],
    },
  };
  const state = { terraform_version: "1.11.4", values };
  expect(isState(state)).toBe(true);
  expect(isPlan(state)).toBe(false);
  expect(isPlan({ resource_changes: [], configuration: {} })).toBe(true);
  const { before, after } = contentsOfPlan(readState(state, "state.json"));
  expect(after.dashboards).toHaveLength(1);
  expect(before.dashboards).toEqual(after.dashboards);
  expect(after.sourceName(source.values.id)).toBe("Logs");
});

test("an alert whose expression refers to several tiles is assigned to none of them before the apply", () => {
  const of = (...keys: string[]) => {
    const tileReferences = keys.map((key) => `clickstack_dashboard.d.tile_ids["${key}"]`);
    const expressions = references(...tileReferences, "clickstack_dashboard.d.tile_ids");
    const plan = {
      resource_changes: [dashboard("", null, { name: "D", tiles }), alert("", {})],
      configuration: { root_module: { resources: [{ address: "clickstack_alert.a", expressions }] } },
    };
    return contentsOfPlan(readPlan(plan, "plan.json")).after.alerts.map(({ fields }) => fields.dashboardId);
  };
  expect([of("errors"), of("errors", "errors"), of("errors", "latency")]).toEqual([
    ["clickstack_dashboard.d"],
    ["clickstack_dashboard.d"],
    [undefined],
  ]);
});
