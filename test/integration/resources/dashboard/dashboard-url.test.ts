import { createLog } from "../../../../src/plugin";
import { complete } from "../../../../src/plugin/plan/nested";
import { dashboardLookUps } from "../../../../src/resources/dashboard/data-source";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import { emulatorForTests } from "../../../support/emulator/emulator-for-tests";
import { ProviderRun } from "../../../support/provider-in-process";

const CONFIG = { name: "Checkout", tiles: {} };

const emulator = emulatorForTests();
const runAt = (uiEndpoint?: string) =>
  new ProviderRun({ openSource: emulator.endpoints.openSource, ...(uiEndpoint !== undefined && { uiEndpoint }) });

test("a dashboard has a url with the address of the user interface, in the resource and in a look-up", async () => {
  await using run = runAt("https://ui.example/hyperdx");
  const made = await run.apply(dashboardResource, CONFIG);
  expect(made.state.url).toBe(`https://ui.example/hyperdx/dashboards/${made.state.id}`);
  const config = complete(dashboardLookUps.one.schema.attributes, { id: made.state.id ?? null });
  const log = createLog({ level: "off", module: "tests", write: () => undefined });
  const found = await dashboardLookUps.one.read(
    { config },
    { session: run.session, signal: new AbortController().signal, log },
  );
  expect(found.state.url).toBe(made.state.url);
  await run.destroy(dashboardResource, made);
});

test("the url is null without a configured address, and changes with the next read after the address changes", async () => {
  await using unknown = runAt();
  const made = await unknown.apply(dashboardResource, CONFIG);
  expect(made.state.url).toBeNull();
  await using known = runAt("https://ui.example");
  const { plan } = await known.plan(dashboardResource, { ...CONFIG, name: "Renamed" }, made);
  const updated = await known.update(dashboardResource, { ...CONFIG, name: "Renamed" }, plan, made);
  expect(plan.url).toBe(null);
  expect(updated.state.url).toBe(null);
  const read = await known.refresh(dashboardResource, updated);
  expect(read?.state.url).toBe(`https://ui.example/dashboards/${made.state.id}`);
  await known.destroy(dashboardResource, made);
});

test("the url is not sent, so that a managed service that refuses unknown properties accepts the dashboard", async () => {
  const managed = { ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 9999 };
  await using run = new ProviderRun({ managed, observability: "managed", uiEndpoint: "https://ui.example" });
  const made = await run.apply(dashboardResource, CONFIG);
  const updated = await run.apply(dashboardResource, { ...CONFIG, tags: ["shop"] }, made);
  expect(updated.state.url).toBe(`https://ui.example/dashboards/${made.state.id}`);
  await run.destroy(dashboardResource, updated);
});
