import { differences } from "../../../../src/cli/engine/plan-json";
import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import type { ObjectValue } from "../../../../src/plugin";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { configurationOf, imported } from "../../../support/imported";
import type { Held } from "../../../support/provider-in-process";
import { stored, ui } from "../../../support/ui";

const place = { x: 0, y: 0, w: 6, h: 3 };
const line = { display_type: "line", source_id: seedIds.logs, select: [{ agg_fn: "count" }] };
const CONFIG: ObjectValue = { name: "D", tiles: { errors: { name: "Errors", ...place, config: line } } };

/** The deprecated form of a tile (docs/internals/api-behavior.md 4.11). */
const series = {
  type: "time",
  sourceId: seedIds.logs,
  aggFn: "max",
  field: "Duration",
  where: "level:error",
  groupBy: ["ServiceName", "SpanName"],
  displayType: "stacked_bar",
};

describe("tiles that a user creates elsewhere", () => {
  let emulator: Emulator;
  const process = providerRuns((started) => {
    emulator = started;
  });
  const create = () => process().apply(dashboardResource, CONFIG);
  const refreshed = async (held: Held) => (await process().refresh(dashboardResource, held)) as Held;
  const add = (id: unknown, fields: object) => ui(emulator, "POST", `/api/v2/dashboards/${id}/tiles`, fields);
  const keys = ({ state }: Held) => Object.keys(state.tiles as ObjectValue).sort();

  test("are shown as drift under keys that are made from their names, and an apply removes them", async () => {
    const held = await create();
    for (const name of ["Error rate", "Error rate", "Höhe!", "", "errors"]) {
      await add(held.state.id, { name });
    }
    const seen = await refreshed(held);
    expect(keys(seen)).toEqual(["error_rate", "error_rate_2", "errors", "errors_2", "hohe", "tile"]);
    expect(keys(await refreshed(seen))).toEqual(keys(seen));
    const restored = await process().apply(dashboardResource, CONFIG, seen);
    expect(restored.state).toEqual(held.state);
    expect((await stored(emulator, "dashboards", String(held.state.id))).tiles).toHaveLength(1);
  });

  test("get the same keys in every import, in any order on the dashboard", async () => {
    const held = await create();
    for (const y of [3, 6]) {
      await add(held.state.id, { name: "Errors", ...place, y });
    }
    const { id } = held.state;
    const first = await imported(process(), dashboardResource, String(id));
    const { tiles, ...dashboard } = await stored(emulator, "dashboards", String(id));
    await ui(emulator, "PUT", `/api/v2/dashboards/${id}`, { ...dashboard, tiles: (tiles as object[]).toReversed() });
    const second = await imported(process(), dashboardResource, String(id));
    expect(keys(first)).toEqual(["errors", "errors_2", "errors_3"]);
    expect(second.state.tile_ids).toEqual(first.state.tile_ids);
  });

  test("are read as tile configurations if they have the deprecated form", async () => {
    const created = (await ui(emulator, "POST", "/api/v2/dashboards", {
      name: "Old",
      tiles: [
        { name: "Slow", ...place, series: [series, { ...series, aggFn: "count", field: undefined }], asRatio: true },
      ],
    })) as { data: { id: string } };
    const held = await imported(process(), dashboardResource, created.data.id);
    const config = configurationOf(dashboardResource.schema, held.state);
    expect(config.tiles).toMatchObject({
      slow: {
        name: "Slow",
        config: {
          display_type: "stacked_bar",
          source_id: seedIds.logs,
          select: [
            { agg_fn: "max", value_expression: "Duration", where: "level:error" },
            { agg_fn: "count", value_expression: "", where: "level:error" },
          ],
          group_by: "ServiceName,SpanName",
          as_ratio: true,
        },
      },
    });
    expect((await process().plan(dashboardResource, config, held)).plan).toEqual(held.state);
  });

  test("cause drift of single fields if a user wrote a declared tile in its deprecated form", async () => {
    const held = await create();
    const id = (held.state.tile_ids as ObjectValue).errors;
    await ui(emulator, "PUT", `/api/v2/dashboards/${held.state.id}`, {
      name: "D",
      tiles: [{ id, name: "Errors", ...place, series: [series] }],
    });
    const seen = await refreshed(held);
    expect(differences(held.state, seen.state).toSorted()).toEqual(
      [
        "compare_to_previous_period",
        "display_type",
        "fit_y_axis_to_data",
        "group_by",
        "select.0.agg_fn",
        "select.0.value_expression",
        "select.0.where",
      ].map((field) => `tiles.errors.config.${field}`),
    );
    const restored = await process().apply(dashboardResource, CONFIG, seen);
    expect(restored.state).toEqual(held.state);
  });
});
