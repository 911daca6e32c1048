import type { Emulator } from "../../../../src/emulator";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { importedModel } from "../../../support/imported-model";
import { stored, ui } from "../../../support/ui";

describe("a dashboard with an empty query", () => {
  let emulator: Emulator;
  const connect = providerRuns((started) => {
    emulator = started;
  });

  test.each(["", null])("can be declared as %j, and its next plan is empty", async (query) => {
    const run = connect();
    const config = { name: "D", tiles: {}, saved_query: query };
    const made = await run.apply(dashboardResource, { name: "D", tiles: {}, saved_query: "a:b" });
    const held = await run.apply(dashboardResource, config, made);
    expect(held.state).toMatchObject({ saved_query: query, saved_query_language: null });
    expect(await stored(emulator, "dashboards", String(held.state.id))).toMatchObject({ savedQuery: null });
    const read = await run.refresh(dashboardResource, held);
    expect(read?.state).toEqual(held.state);
    expect((await run.plan(dashboardResource, config, read ?? undefined)).plan).toEqual(held.state);
  });

  test("equals a dashboard without a query if another client set the empty query", async () => {
    const run = connect();
    const config = { name: "D", tiles: {} };
    const { state } = await run.apply(dashboardResource, config);
    const path = `/raw/dashboards/${state.id}`;
    const { data } = (await ui(emulator, "GET", path)) as { data: object };
    await ui(emulator, "PUT", path, { ...data, savedQuery: "", savedQueryLanguage: "lucene" });
    const held = await run.refresh(dashboardResource, { state: { id: String(state.id) }, private: {} });
    expect((await run.plan(dashboardResource, config, held ?? undefined)).plan).toEqual(held?.state);
    const { objects, leftOut } = await importedModel(emulator, { types: ["dashboard"] });
    expect({ leftOut, fields: objects[0]?.fields }).toEqual({ leftOut: [], fields: { name: "D", tiles: {} } });
  });
});
