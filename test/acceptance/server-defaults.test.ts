import type { Emulator } from "../../src/emulator";
import { seedIds } from "../../src/emulator/seed";
import { environmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

type Json = Record<string, unknown>;
type RawDashboard = Json & { readonly id: string; readonly tiles: (Json & { readonly config: Json })[] };

const place = (y: number) => ({ x: 0, y, w: 6, h: 4 });

/** Fields with their defaults, as the UI writes them. The program contains none of them. */
const LINE = {
  groupBy: "",
  alignDateRangeToGranularity: true,
  compareToPreviousPeriod: false,
  fitYAxisToData: false,
};
const TABLE = { groupBy: "", having: "", orderBy: "", groupByColumnsOnLeft: false };
const CLICK = { whereTemplate: "", filters: [] };
const FILTER = {
  where: "",
  whereLanguage: "sql",
  appliesToSourceIds: [],
  isBroadcastEnabled: true,
  isVariableEnabled: false,
};
const CONTAINER = { collapsible: true, bordered: true };

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const attributes = (fields: Json) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snakeCase(name), value]));

/** The program, with or without explicit values for all defaults. */
function program(written: boolean): string {
  const if_ = (fields: Json) => (written ? attributes(fields) : {});
  const select = [{ agg_fn: "count", ...if_({ alias: "" }) }];
  const target = { mode: "template", template: "{{ServiceName}}" };
  const line = { display_type: "line", source_id: seedIds.logs, select, ...if_(LINE) };
  const on_click = { type: "search", target, ...if_(CLICK) };
  const table = { display_type: "table", source_id: seedIds.logs, select, on_click, ...if_(TABLE) };
  const filter = { name: "Service", expression: "ServiceName", source_id: seedIds.logs, ...if_(FILTER) };
  return JSON.stringify({
    resource: {
      clickstack_dashboard: {
        checkout: {
          name: "Checkout",
          tiles: {
            errors: { name: "Errors", ...place(0), config: line },
            services: { name: "Services", ...place(4), config: table },
          },
          filters: [filter],
          containers: [{ id: "main", title: "Main", collapsed: false, ...if_(CONTAINER) }],
        },
      },
      clickstack_alert: {
        errors: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform evaluates it.
          dashboard_id: "${clickstack_dashboard.checkout.id}",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform evaluates it.
          tile_id: '${clickstack_dashboard.checkout.tile_ids["errors"]}',
          interval: "5m",
          threshold: 1,
          threshold_type: "above",
          channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
          ...if_({ numConsecutiveWindows: 1 }),
        },
      },
    },
  });
}

describe("a dashboard and its alert", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  /** Writes all defaults into the stored objects, or removes all of them. */
  const editInUi = async (written: boolean) => {
    const state = await workspace.states();
    const idOf = (address: string) => String(state.get(address)?.id);
    const edit = (object: Json, fields: Json): Json => {
      const names = Object.keys(fields);
      const rest = Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
      return written ? { ...rest, ...fields } : rest;
    };
    const path = `/raw/dashboards/${idOf("clickstack_dashboard.checkout")}`;
    const { data } = (await ui(emulator, "GET", path)) as { data: RawDashboard };
    const tiles = data.tiles.map(({ config, ...tile }) => {
      const { select, onClick, ...rest } = config as Json & { readonly select: Json[]; readonly onClick?: Json };
      const items = select.map((item) => edit(item, { alias: "" }));
      const click = onClick && { onClick: edit(onClick, CLICK) };
      return {
        ...tile,
        config: { ...edit(rest, rest.displayType === "line" ? LINE : TABLE), select: items, ...click },
      };
    });
    const filters = (data.filters as Json[]).map((filter) => edit(filter, FILTER));
    const containers = (data.containers as Json[]).map((container) => edit(container, CONTAINER));
    await ui(emulator, "PUT", path, { ...data, tiles, filters, containers });
    const alertPath = `/raw/alerts/${idOf("clickstack_alert.errors")}`;
    const alert = (await ui(emulator, "GET", alertPath)) as { data: Json };
    await ui(emulator, "PUT", alertPath, { ...alert.data, numConsecutiveWindows: written ? 1 : null });
  };

  test.each([
    ["omits the defaults", "the UI stores them", false],
    ["declares every default", "the UI removes them", true],
  ])("have an empty plan if the dashboard %s, after %s", async (_program, _edit, declared) => {
    workspace.write("");
    workspace.write(program(declared), "checkout.tf.json");
    await workspace.apply();
    await editInUi(!declared);
    expect(await workspace.plannedDifferences()).toEqual([]);
    expect((await workspace.plan("-detailed-exitcode")).exitCode).toBe(0);
    expect((await workspace.plan("-refresh-only")).stdout).toContain("No changes.");
    workspace.write(program(!declared), "checkout.tf.json");
    expect((await workspace.plan("-detailed-exitcode")).exitCode).toBe(0);
  });
});
