import fc from "fast-check";
import { ApiError } from "../../../../src/client";
import { withServerDefaults } from "../../../../src/declaration/server-defaults";
import { seedIds } from "../../../../src/emulator/seed";
import type { DashboardBody } from "../../../../src/resources/dashboard/api";
import { DASHBOARD_SHAPE, dashboardCreateBody } from "../../../../src/resources/dashboard/mapping";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import { emulatorForTests } from "../../../support/emulator/emulator-for-tests";
import { generatedDashboard } from "../../../support/generated-dashboard";
import { configurationOf, imported } from "../../../support/imported";
import { thirdOf } from "../../../support/long-test";
import { problemsOf } from "../../../support/problems-of";
import { ProviderRun } from "../../../support/provider-in-process";

const RUNS = { seed: 4, numRuns: thirdOf(100) };

const text = fc.string({ maxLength: 8 });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const values = {
  sourceId: fc.constant(seedIds.traces),
  where: text,
  whereLanguage: optional(fc.constantFrom("sql", "lucene")),
  level: optional(fc.constantFrom(0.5, 0.9, 0.42)),
  alias: optional(text),
};
/** Every aggregate except count has a field. */
const aggregate = fc.oneof(
  fc.record({ aggFn: fc.constant("count") }),
  fc.record({ aggFn: fc.constantFrom("avg", "max", "quantile"), field: fc.constantFrom("Duration", "a.b") }),
);
const groupBy = fc.array(fc.constantFrom("ServiceName", "SpanName"), { maxLength: 2 });

/** The deprecated form of a tile, of each of its types (docs/internals/api-behavior.md 4.11). */
const series = fc
  .oneof(
    fc.record({
      type: fc.constant("time"),
      ...values,
      groupBy,
      displayType: optional(fc.constantFrom("line", "stacked_bar")),
    }),
    fc.record({ type: fc.constant("table"), ...values, groupBy, sortOrder: optional(fc.constantFrom("asc", "desc")) }),
    fc.record({ type: fc.constant("number"), ...values }),
  )
  .chain((one) => aggregate.map((own) => ({ ...one, ...own })));
const events = fc.record({
  type: fc.constant("search"),
  sourceId: values.sourceId,
  fields: fc.array(text),
  where: text,
});
const content = fc.record({ type: fc.constant("markdown"), content: text });

const oldTile = fc.record({
  name: text,
  x: fc.nat(20),
  y: fc.nat(9),
  w: fc.constant(4),
  h: fc.constant(3),
  series: fc.oneof(series, events, content).chain((one) => fc.constantFrom([one], [one, one])),
  asRatio: optional(fc.boolean()),
});

describe("any dashboard that the server accepts", () => {
  const emulator = emulatorForTests();
  let run: ProviderRun;
  let dashboardId: string;

  beforeAll(async () => {
    const { endpoint, accessKey } = emulator.endpoints.openSource;
    run = new ProviderRun({ openSource: { endpoint, accessKey } });
    dashboardId = (await run.session.client.dashboards.create({ name: "Target", tiles: [] })).id;
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
  });

  /** Bodies with tiles in both forms, ids, properties that the server drops, and names that are empty. */
  const bodies = () => {
    const references = { sourceId: seedIds.traces, connectionId: seedIds.connection, dashboardId };
    const parts = fc.tuple(generatedDashboard(references), fc.array(oldTile, { maxLength: 2 }), fc.boolean());
    return parts.map(([declared, old, noisy]) => {
      const body = dashboardCreateBody(declared);
      const tiles = noisy ? body.tiles.map((tile, index) => ({ ...tile, id: `t${index}`, color: "red" })) : body.tiles;
      return { ...body, ...(noisy && { name: "" }), tiles: [...tiles, ...old] } as DashboardBody;
    });
  };

  /** Returns the meaning of a stored dashboard: tiles in any order, and absent fields with the server's defaults. */
  const stored = async (id: string) => {
    const record = await run.session.client.dashboards.get(id);
    const tiles = record?.tiles.toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
    return withServerDefaults(DASHBOARD_SHAPE, {
      ...record,
      tiles: Object.fromEntries((tiles ?? []).map((tile) => [String(tile.id), tile])),
    });
  };

  test("can be imported, declared as in the state, planned without a difference, and applied without a change", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(bodies(), async (body) => {
        const created = await run.session.client.dashboards.create(body).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 400) {
            return undefined;
          }
          throw error;
        });
        fc.pre(created !== undefined);
        accepted += 1;
        const before = await stored(created.id);
        const held = await imported(run, dashboardResource, created.id);
        const config = configurationOf(dashboardResource.schema, held.state);
        expect(await problemsOf(dashboardResource, config)).toEqual([]);
        expect((await run.plan(dashboardResource, config, held)).plan).toEqual(held.state);
        await run.apply(dashboardResource, config, held);
        expect(await stored(created.id)).toEqual(before);
      }),
      RUNS,
    );
    expect(accepted).toBe(RUNS.numRuns);
  });
});
