import { TerraformOutput, type TerraformStack } from "cdktf";
import * as constructs from "../../../src";
import {
  Alert,
  Alerts,
  ApiKey,
  ApiKeys,
  above,
  ChartSeries,
  Connection,
  Dashboard,
  Dashboards,
  onClick,
  Role,
  Roles,
  SavedSearch,
  SavedSearches,
  Source,
  Sources,
  TeamRoles,
  tile,
  Webhooks,
} from "../../../src";
import { provider } from "../../../src/provider/provider";
import { resourceTypes } from "../../../src/resources/registry";
import type { ResourceType } from "../../../src/resources/resource-type";
import { mistakes, only, reference, synthesized } from "../../support/constructs/synthesize";

const ID = "0123456789abcdef01234567";
const ROLE = "33333333-3333-4333-8333-000000000001";

const classes = { ...constructs };

/** The types with a data source of one object: the class of the managed object, and its name in construct ids. */
const named = resourceTypes.flatMap((each) => {
  if (!("construct" in each) || !("dataSources" in each)) {
    return [];
  }
  const prefix = each.type.replace("clickstack_", "").replaceAll("_", "-");
  const id = [ID, ROLE].find(each.api.idForm.fits) ?? "";
  return [[each.type, classes[each.construct], prefix, id] as const];
});

/** The data sources of all objects of a type. */
const listed = (resourceTypes as readonly ResourceType[]).flatMap((each) => {
  const lists = Object.entries(each.dataSources ?? {}).filter(([type]) => each.construct && type !== each.type);
  return lists.map(([type, { construct }]) => [type, classes[construct as "Alerts"]] as const);
});

test("every data source of the provider has a construct", () => {
  const types = [...named, ...listed].map(([type]) => type as string);
  const others = ["clickstack_organization_user", "clickstack_organization_users"];
  expect([...types, ...others, "clickstack_chart_series", "clickstack_search"].sort()).toEqual(
    Object.keys(provider.dataSources ?? {}).sort(),
  );
});

test.each(named)("%s has one look-up by name and one by id", (type, LookUpClass, prefix, id) => {
  const LookUp = LookUpClass as Pick<typeof Source, "byName" | "byId">;
  const { data } = synthesized((stack) => {
    expect(LookUp.byName(stack, "Checkout")).toBe(LookUp.byName(stack, "Checkout"));
    expect<unknown>(LookUp.byId(stack, id)).not.toBe(LookUp.byName(stack, "Checkout"));
    new Dashboard(stack, "copy", { name: `${LookUp.byName(stack, "Checkout").id}` });
  });
  expect(data?.[type]).toEqual({
    [`${prefix}-checkout`]: expect.objectContaining({ name: "Checkout" }),
    [`${prefix}-${id}`]: expect.objectContaining({ id }),
  });
});

test.each(listed)("%s is a list that outputs can use", (type, LookUp) => {
  const { data, ...json } = synthesized((stack) => {
    const all = new LookUp(stack, "all");
    const list = Object.entries(all.observed).at(-1);
    new TerraformOutput(stack, "list", { value: list?.[1] });
  });
  const list = type.replace("clickstack_", "");
  expect(json).toMatchObject({ output: { list: { value: reference(`data.${type}.all.${list}`) } } });
  expect(only(data?.[type])).toEqual({});
});

test("the key in use is looked up only once", () => {
  const { data } = synthesized((stack) => {
    expect(ApiKey.inUse(stack)).toBe(ApiKey.inUse(stack));
  });
  expect(data).toMatchObject({ clickstack_api_key: { "api-key-in-use": { in_use: true } } });
});

test("a list of keys can have filters", () => {
  const { data } = synthesized((stack) => {
    new ApiKeys(stack, "forgotten", { unusedSince: "2026-01-01T00:00:00Z", withoutIpRestriction: true });
  });
  expect(data).toMatchObject({
    clickstack_api_keys: { forgotten: { unused_since: "2026-01-01T00:00:00Z", without_ip_restriction: true } },
  });
});

test("a list look-up can have filters", () => {
  const { data } = synthesized((stack) => {
    ApiKey.inUse(stack);
    new ApiKeys(stack, "forgotten", { unusedSince: new Date("2026-01-01T00:00:00Z"), withoutIpRestriction: true });
    Role.byName(stack, "Deploy bot", { type: "custom" });
    new Roles(stack, "custom", { type: "custom" });
    new TeamRoles(stack, "own", { isPredefined: false });
    new Sources(stack, "logs", { kind: "log" });
    new Webhooks(stack, "slack", { service: "slack" });
    new Alerts(stack, "firing", { state: "ALERT", nameContains: "shop" });
    new Dashboards(stack, "shop", { tag: "shop", sourceId: Source.byName(stack, "Logs").id });
    new SavedSearches(stack, "errors", { name: "Errors" });
  });
  expect(data).toMatchObject({
    clickstack_api_key: { "api-key-in-use": { in_use: true } },
    clickstack_api_keys: { forgotten: { unused_since: "2026-01-01T00:00:00.000Z", without_ip_restriction: true } },
    clickstack_organization_role: { "organization-role-deploy-bot-custom": { name: "Deploy bot", type: "custom" } },
    clickstack_organization_roles: { custom: { type: "custom" } },
    clickstack_team_roles: { own: { is_predefined: false } },
    clickstack_sources: { logs: { kind: "log" } },
    clickstack_webhooks: { slack: { service: "slack" } },
    clickstack_alerts: { firing: { state: "ALERT", name_contains: "shop" } },
    clickstack_dashboards: { shop: { tag: "shop", source_id: reference("data.clickstack_source.source-logs.id") } },
    clickstack_saved_searches: { errors: { name: "Errors" } },
  });
});

test("observed values have the names and types of the declaration", () => {
  const { resource } = synthesized((stack) => {
    const { databaseName, disabled } = Source.byName(stack, "Logs").observed;
    const { threshold } = Alert.byName(stack, "Errors").observed;
    const { tags } = Dashboard.byName(stack, "Checkout").observed;
    expect(typeof databaseName).toBe("string");
    expect(typeof threshold).toBe("number");
    expect(Array.isArray(tags)).toBe(true);
    expect(typeof disabled).toBe("object");
    const text = tile.markdown({ markdown: databaseName, w: threshold });
    new Dashboard(stack, "copy", { name: "Copy", tags, tiles: { text } });
  });
  expect(only(resource?.clickstack_dashboard)).toMatchObject({
    tags: reference("data.clickstack_dashboard.dashboard-checkout.tags"),
    tiles: {
      text: {
        w: reference("data.clickstack_alert.alert-errors.threshold"),
        config: { markdown: reference("data.clickstack_source.source-logs.database_name") },
      },
    },
  });
});

test("alerts, tiles and clicks can refer to existing objects", () => {
  const notify = [{ type: "webhook", webhookId: ID }] as const;
  const { resource } = synthesized((stack) => {
    const checkout = Dashboard.byName(stack, "Checkout");
    new Alert(stack, "on-tile", { on: checkout.tile("error_rate"), when: above(1), every: "5m", notify });
    const search = SavedSearch.byName(stack, "Errors").reference({ groupBy: "ServiceName" });
    new Alert(stack, "on-search", { on: search, when: above(1), every: "5m", notify });
    const query = tile.sql.table({
      connection: Connection.byName(stack, "Main"),
      sqlTemplate: "SELECT 1",
      onClick: onClick.dashboard(checkout),
    });
    new Dashboard(stack, "new", { name: "New", tiles: { query } });
  });
  const dashboardId = reference("data.clickstack_dashboard.dashboard-checkout.id");
  expect(resource).toMatchObject({
    clickstack_alert: {
      "on-tile": {
        dashboard_id: dashboardId,
        tile_id: reference('data.clickstack_dashboard.dashboard-checkout.tile_ids["error_rate"]'),
      },
      "on-search": {
        saved_search_id: reference("data.clickstack_saved_search.saved-search-errors.id"),
        group_by: "ServiceName",
      },
    },
    clickstack_dashboard: {
      new: {
        tiles: {
          query: {
            config: {
              connection_id: reference("data.clickstack_connection.connection-main.id"),
              on_click: { target: { id: dashboardId } },
            },
          },
        },
      },
    },
  });
});

describe("a chart series construct", () => {
  const series = (stack: TerraformStack, endTime: string) =>
    new ChartSeries(stack, "errors", {
      startTime: "2026-01-01T00:00:00Z",
      endTime,
      granularity: "1h",
      series: [{ source: Source.byName(stack, "Logs"), aggFn: "count", where: "level:error" }],
    });

  test("queries sources, and outputs can use its rows", () => {
    const { data, ...json } = synthesized((stack) => {
      new TerraformOutput(stack, "rows", { value: series(stack, "2026-01-02T00:00:00Z").observed.rows });
    });
    expect(only(data?.clickstack_chart_series)).toEqual({
      start_time: "2026-01-01T00:00:00Z",
      end_time: "2026-01-02T00:00:00Z",
      granularity: "1h",
      series: [
        { source_id: reference("data.clickstack_source.source-logs.id"), agg_fn: "count", where: "level:error" },
      ],
    });
    expect(json).toMatchObject({ output: { rows: { value: reference("data.clickstack_chart_series.errors.rows") } } });
  });

  test("is refused if it ends before its start, and if a source is a name, with the prop as the author wrote it", () => {
    const build = (stack: TerraformStack) => {
      series(stack, "2025-01-01T00:00:00Z");
      new ChartSeries(stack, "named", {
        startTime: "2026-01-01T00:00:00Z",
        endTime: "2026-01-02T00:00:00Z",
        series: [{ source: "Logs", aggFn: "count" }],
      });
    };
    expect(mistakes(build)).toEqual([
      expect.stringContaining("[test/errors] endTime: Must be after the start"),
      expect.stringContaining("[test/named] series[0].source: Must be an id"),
    ]);
  });
});
