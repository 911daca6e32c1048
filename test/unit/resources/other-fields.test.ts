import type { ObjectValue } from "../../../src/plugin";
import { resourcesOf } from "../../../src/resources/all-handlers";
import { resourceTypes } from "../../../src/resources/registry";
import type { TestServer } from "../../support/client/http-server";
import { LINE, NewerServer, REPLACED_TYPES } from "../../support/newer-server";
import { ProviderRun } from "../../support/provider-in-process";

const resources = resourcesOf(resourceTypes);

describe.each(REPLACED_TYPES)("%s with an undeclared field from a newer server", (type, _, config) => {
  const resource = resources[type];
  if (!resource) {
    throw new Error(`There is no ${type}.`);
  }
  const server = new NewerServer();
  let http: TestServer;
  let run: ProviderRun;

  beforeEach(async () => {
    server.refuses = undefined;
    // A webhook of the same name would be refused.
    server.stored.name = "of another test";
    http = await server.start();
    run = new ProviderRun({ openSource: { endpoint: http.endpoint, accessKey: "access-key-of-the-test" } });
  });

  afterEach(async () => {
    await run[Symbol.asyncDispose]();
    await http[Symbol.asyncDispose]();
  });

  const renamed = { ...config, name: "renamed" };
  const edited = async () => {
    const held = await run.apply(resource, config);
    server.stored.futureSetting = { limit: 3 };
    await run[Symbol.asyncDispose]();
    run = new ProviderRun({ openSource: { endpoint: http.endpoint, accessKey: "access-key-of-the-test" } });
    const refreshed = await run.refresh(resource, held);
    if (!refreshed) {
      throw new Error("The object was deleted.");
    }
    return refreshed;
  };

  test("has the field in its state, and the plan reports the field if no declared field changes", async () => {
    const held = await edited();
    expect(held.state.other_fields).toEqual({ futureSetting: '{"limit":3}' });
    const { plan, diagnostics } = await run.plan(resource, config, held);
    expect(plan).toEqual(held.state);
    expect(diagnostics).toEqual([
      {
        severity: "warning",
        summary: "Fields were set elsewhere that cannot be declared",
        detail: expect.stringContaining('other_fields["futureSetting"]'),
        path: ["other_fields"],
      },
    ]);
  });

  test("keeps the field in an update of another field, and is then no longer reported", async () => {
    const held = await edited();
    const updated = await run.apply(resource, renamed, held);
    expect(server.stored).toMatchObject({ name: "renamed", futureSetting: { limit: 3 } });
    expect(updated.state.other_fields).toEqual({ futureSetting: '{"limit":3}' });
    const refreshed = await run.refresh(resource, updated);
    const { plan, diagnostics } = await run.plan(resource, renamed, refreshed ?? undefined);
    expect(plan).toEqual(updated.state);
    expect(diagnostics).toEqual([]);
  });

  test("is updated without the field, with a warning, if the server returns the field but refuses it", async () => {
    const held = await edited();
    server.refuses = "futureSetting";
    const { plan } = await run.plan(resource, renamed, held);
    const result = await run.update(resource, renamed, plan, held);
    expect(server.stored).toMatchObject({ name: "renamed" });
    expect(result.diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "The server refused fields that it returned itself",
        detail: expect.stringContaining("futureSetting"),
      }),
    ]);
  });
});

describe("an undeclared field of a tile", () => {
  const DASHBOARD = resources.clickstack_dashboard;
  if (!DASHBOARD) {
    throw new Error("There are no dashboards.");
  }
  const select = (...wheres: readonly string[]) => wheres.map((where) => ({ agg_fn: "count", where }));
  const dashboard = (config: ObjectValue): ObjectValue => ({
    name: "n",
    tiles: { a: { name: "A", x: 0, y: 0, w: 6, h: 3, config } },
  });

  const carried = async (before: ObjectValue, after: ObjectValue) => {
    const server = new NewerServer();
    await using http = await server.start();
    const openSource = { endpoint: http.endpoint, accessKey: "access-key-of-the-test" };
    await using first = new ProviderRun({ openSource });
    const held = await first.apply(DASHBOARD, dashboard(before));
    await using run = new ProviderRun({ openSource });
    const [tile] = server.stored.tiles as { config: { select: Record<string, unknown>[] } }[];
    Object.assign(tile?.config.select[0] ?? {}, { future: 1 });
    const refreshed = await run.refresh(DASHBOARD, held);
    await run.apply(DASHBOARD, dashboard(after), refreshed ?? undefined);
    const [sent] = (server.stored.tiles ?? []) as { config: { select?: Record<string, unknown>[] } }[];
    return sent?.config.select?.map(({ where, future }) => [where, future]);
  };

  test("stays with its list element when the author changes that element", async () => {
    expect(await carried({ ...LINE, select: select("a", "b") }, { ...LINE, select: select("changed", "b") })).toEqual([
      ["changed", 1],
      ["b", undefined],
    ]);
  });

  test("does not move to another element when the author inserts one before it", async () => {
    expect(await carried({ ...LINE, select: select("a", "b") }, { ...LINE, select: select("new", "a", "b") })).toEqual([
      ["new", undefined],
      ["a", undefined],
      ["b", undefined],
    ]);
  });

  test("is removed when the kind of its tile changes", async () => {
    const number = { ...LINE, display_type: "number", select: select("a") };
    expect(await carried({ ...LINE, select: select("a") }, number)).toEqual([["a", undefined]]);
  });
});
