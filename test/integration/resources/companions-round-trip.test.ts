import fc from "fast-check";
import { toAttributes } from "../../../src/declaration/attribute-form";
import { shapeOf, type VariantsShape } from "../../../src/declaration/shape";
import { seedIds } from "../../../src/emulator/seed";
import type { ObjectValue, Resource } from "../../../src/plugin";
import { connectionResource } from "../../../src/resources/connection/resource";
import { savedSearchResource } from "../../../src/resources/saved-search/resource";
import type { Session } from "../../../src/resources/shared/session";
import { sourceDeclaration } from "../../../src/resources/source/declaration";
import { sourceResource } from "../../../src/resources/source/resource";
import { webhookResource } from "../../../src/resources/webhook/resource";
import { type DeploymentName, knownTo } from "../../support/deployment-fields";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { fullSources } from "../../support/full-sources";
import { configurationOf, imported } from "../../support/imported";
import { thirdOf } from "../../support/long-test";
import { problemsOf } from "../../support/problems-of";
import { ProviderRun } from "../../support/provider-in-process";
import { ui } from "../../support/ui";

const RUNS = { seed: 20, numRuns: thirdOf(12) };

type Fields = Readonly<Record<string, unknown>>;

/** Two declarations of one object, and the change between them. */
interface Kind {
  readonly resource: Resource<Session>;
  readonly collection: string;
  readonly pairs: fc.Arbitrary<readonly [ObjectValue, ObjectValue]>;
}

const text = fc.string({ minLength: 1, maxLength: 8 }).filter((each) => each !== "" && each.trim() === each);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const twice = <T>(each: fc.Arbitrary<T>) => fc.tuple(each, each);

const savedSearches: Kind = {
  resource: savedSearchResource,
  collection: "saved-searches",
  pairs: twice(
    fc.record({
      name: text,
      source_id: fc.constantFrom(seedIds.logs, seedIds.traces),
      select: maybe(text),
      where: maybe(text),
      where_language: maybe(fc.constantFrom("lucene", "sql")),
      order_by: maybe(text),
      tags: maybe(fc.uniqueArray(text, { maxLength: 3 })),
      filters: maybe(
        fc.array(
          fc.integer().map((n) => ({ condition: `Level IN (${n})` })),
          { maxLength: 3 },
        ),
      ),
    }),
  ),
};

const hook = fc.record({
  description: maybe(text),
  body: maybe(fc.constantFrom('{"text":"{{title}}"}', "{{body}}")),
  address: fc.record({
    isSecret: fc.boolean(),
    url: fc.constantFrom("https://example.com/one", "https://example.com/two"),
  }),
  headers: maybe(fc.constantFrom<ObjectValue>({ Authorization: "first credential" }, { "X-Key": "second credential" })),
  query_params: maybe(fc.constantFrom<ObjectValue>({ token: "token of the pager" }, {})),
});

/** A version that changes together with write-only values, as authors change it. */
const versioned = ({ address, ...fields }: ObjectValue): ObjectValue => ({
  ...fields,
  ...addressed(address as { isSecret: boolean; url: string }),
  headers_version: JSON.stringify(fields.headers),
  query_params_version: JSON.stringify(fields.query_params),
});

const addressed = ({ isSecret, url }: { isSecret: boolean; url: string }): ObjectValue =>
  isSecret ? { url_wo: url, url_wo_version: url } : { url };

const webhooks: Kind = {
  resource: webhookResource,
  collection: "webhooks",
  pairs: fc
    .tuple(fc.uuid(), twice(hook))
    .map(([name, [a, b]]) => [
      versioned({ name, service: "generic", ...a }),
      versioned({ name, service: "generic", ...b }),
    ]),
};

const SOURCE = shapeOf(sourceDeclaration) as VariantsShape;

const isNeeded = (name: string) => SOURCE.variants.some(({ fields }) => fields[name]?.required);

const sources = (deployment: DeploymentName): Kind => {
  const ofKind = (whole: Fields) => {
    const free = Object.keys(whole).filter((name) => !isNeeded(name));
    const needed = Object.fromEntries(Object.entries(whole).filter(([name]) => isNeeded(name)));
    return fc
      .tuple(fc.uuid(), fc.subarray(free))
      .map(([name, names]) => ({ name, ...needed, ...Object.fromEntries(names.map((each) => [each, whole[each]])) }));
  };
  const inTerraform = (fields: Fields) => toAttributes(SOURCE, fields, () => false) as ObjectValue;
  return {
    resource: sourceResource,
    collection: "sources",
    pairs: fc
      .constantFrom(...Object.values(fullSources(seedIds)).map((whole) => knownTo(deployment, SOURCE, whole)))
      .chain((whole) => twice(ofKind(whole)))
      .map(([a, b]) => [inTerraform(a), inTerraform(b)]),
  };
};

const connections: Kind = {
  resource: connectionResource,
  collection: "connections",
  pairs: twice(
    fc.record({
      name: text,
      host: fc.constantFrom("https://one.example.com:8443", "https://two.example.com"),
      username: text,
      password: fc.constantFrom("first credential", "second credential"),
      hyperdx_setting_prefix: maybe(fc.constant("hyperdx_")),
      is_prometheus_endpoint: maybe(fc.boolean()),
    }),
  ).map(([a, b]) => [
    { ...a, password_version: a.password },
    { ...b, password_version: b.password },
  ]),
};

const OPEN_SOURCE = { savedSearches, webhooks, sources: sources("open-source"), connections };
const MANAGED = { savedSearches, webhooks, sources: sources("managed") };

describe.each([
  ["openSource", OPEN_SOURCE],
  ["managed", MANAGED],
] as const)("in the deployment %s", (deployment, kinds: Readonly<Record<string, Kind>>) => {
  const emulator = emulatorForTests();
  let run: ProviderRun;

  beforeAll(() => {
    const { openSource, managed } = emulator.endpoints;
    run = new ProviderRun(
      deployment === "openSource"
        ? { openSource }
        : { managed: { ...managed, product: "clickstack", requestsPerWindow: 10_000 } },
    );
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
  });

  /** The object as stored, with values that the API never returns. */
  const meaning = async ({ collection }: Kind, id: unknown) => {
    const { data } = (await ui(emulator, "GET", `/raw/${collection}/${id}`)) as { data: Fields };
    const { id: _, createdAt: __, updatedAt: ___, ...meant } = data;
    // A webhook without headers and one whose headers were cleared send the same requests.
    return Object.fromEntries(Object.entries(meant).filter(([, value]) => JSON.stringify(value) !== "{}"));
  };
  const remove = ({ collection }: Kind, id: unknown) => ui(emulator, "DELETE", `/api/v2/${collection}/${id}`);

  test.each(Object.entries(kinds))("any valid %s are applied and imported without a difference", async (_, kind) => {
    await fc.assert(
      fc.asyncProperty(kind.pairs, async ([config]) => {
        const { resource } = kind;
        expect(await problemsOf(resource, config)).toEqual([]);
        const held = await run.apply(resource, config);
        expect((await run.plan(resource, config, held)).plan).toEqual(held.state);
        const again = await imported(run, resource, String(held.state.id));
        const own = configurationOf(resource.schema, again.state);
        expect((await run.plan(resource, own, again)).plan).toEqual(again.state);
        await remove(kind, held.state.id);
      }),
      RUNS,
    );
  });

  test.each(Object.entries(kinds))(
    "%s that replace other objects have the same effect as new objects",
    async (_, kind) => {
      await fc.assert(
        fc.asyncProperty(kind.pairs, async ([before, after]) => {
          const { resource } = kind;
          const replaced = await run.apply(resource, after, await run.apply(resource, before));
          const changed = await meaning(kind, replaced.state.id);
          await remove(kind, replaced.state.id);
          const alone = await run.apply(resource, after);
          const own = await meaning(kind, alone.state.id);
          await remove(kind, alone.state.id);
          expect(changed).toEqual(own);
        }),
        RUNS,
      );
    },
  );
});
