import type { z } from "zod";
import { differences } from "../../../src/cli/engine/plan-json";
import { type DeclaredFields, isObject, isPresent } from "../../../src/declaration/field";
import { serverDefaultOf } from "../../../src/declaration/server-defaults";
import {
  type CompoundShape,
  collectFields,
  compoundShapeOf,
  type DeclaredField,
  type Shape,
  shapeOf,
  type VariantsShape,
} from "../../../src/declaration/shape";
import { partsOf, selectFields } from "../../../src/declaration/visitor";
import { complete } from "../../../src/plugin";
import { resourcesOf } from "../../../src/resources/all-handlers";
import { resourceTypes } from "../../../src/resources/registry";
import { objectToTerraform } from "../../../src/resources/shared/terraform-form";
import { sourceDeclaration } from "../../../src/resources/source/declaration";
import { TestServer } from "../../support/client/http-server";
import { knownTo } from "../../support/deployment-fields";
import { fullCharts } from "../../support/full-charts";
import { fullSources } from "../../support/full-sources";
import { fullTiles } from "../../support/full-tiles";
import { type Held, ProviderRun } from "../../support/provider-in-process";

const SOURCE = shapeOf(sourceDeclaration) as VariantsShape;
const resources = resourcesOf(resourceTypes);
const ID = "0123456789abcdef01234567";
const OTHER_ID = "0123456789abcdef01234568";

const CHANNEL = { type: "webhook", webhookId: ID };
const ALERT = { interval: "5m", threshold: 1, thresholdType: "above", channels: [CHANNEL], displayName: "n", tags: [] };
const FILTER = { type: "QUERY_EXPRESSION", name: "Service", expression: "ServiceName", sourceId: ID };

const PLACE = { name: "Tile", x: 0, y: 0, w: 6, h: 3 };
const COUNT = { aggFn: "count" };

const tiles = fullTiles({ sourceId: ID, connectionId: ID, dashboardId: ID });
const sources = fullSources({ connection: ID, logs: ID, traces: ID, metrics: ID, sessions: OTHER_ID });

/** Objects that together have every field with a server default, by resource type. */
const EXAMPLES: readonly (readonly [type: string, what: string, declared: DeclaredFields])[] = [
  ["clickstack_dashboard", "without parts", { name: "n", tiles: {} }],
  [
    "clickstack_dashboard",
    "with a filter, a container, a query and a condition",
    {
      name: "n",
      tiles: {},
      filters: [FILTER, { type: "PROMETHEUS_LABEL", name: "Pod", label: "pod", sourceId: ID }],
      containers: [{ id: "a", title: "A", collapsed: false }],
      savedQuery: "level:error",
      savedFilterValues: [{ condition: "a IN ('b')" }],
    },
  ],
  ...Object.entries(tiles).map(
    ([key, tile]) => ["clickstack_dashboard", `with the tile ${key}`, { name: "n", tiles: { [key]: tile } }] as const,
  ),
  ["clickstack_alert", "on a saved search", { ...ALERT, savedSearchId: ID }],
  ...fullCharts({ sourceId: ID, connectionId: ID, dashboardId: ID }).map(
    (chartConfig) =>
      ["clickstack_alert", `on a chart of the kind ${chartConfig.displayType}`, { ...ALERT, chartConfig }] as const,
  ),
  [
    "clickstack_dashboard",
    "with a count",
    { name: "n", tiles: { count: { ...PLACE, config: { displayType: "line", sourceId: ID, select: [COUNT] } } } },
  ],
  ["clickstack_alert", "on a count", { ...ALERT, chartConfig: { displayType: "line", sourceId: ID, select: [COUNT] } }],
  ["clickstack_saved_search", "without a filter", { name: "n", sourceId: ID }],
  ["clickstack_saved_search", "with a filter", { name: "n", sourceId: ID, filters: [{ condition: "a IN ('b')" }] }],
  ["clickstack_connection", "of a server", { name: "n", host: "http://localhost:8123", username: "default" }],
  ...Object.entries(sources).flatMap(([kind, each]) => {
    const whole = knownTo("open-source", SOURCE, { name: "n", ...each });
    const bare = Object.entries(whole).filter(([, value]) => !Array.isArray(value));
    return [
      ["clickstack_source", `of the kind ${kind}`, whole] as const,
      ["clickstack_source", `of the kind ${kind} without lists`, Object.fromEntries(bare)] as const,
    ];
  }),
];

/** Resource types whose server always returns the fields that have a default. */
const ALWAYS_RETURNED = [
  // One type per line, for short diffs.
  "clickstack_api_key",
  "clickstack_organization_role",
  "clickstack_role_assignment",
  "clickstack_source_links",
  "clickstack_team",
  "clickstack_team_member",
  "clickstack_team_role",
];

/** Fields for which the tests change the whole object that contains them. */
type Path = readonly (string | number)[];

/** A field that has a server default, in one object of a declared value. */
interface Place {
  readonly field: DeclaredField;
  readonly path: Path;
  readonly value: unknown;
}

function placesIn(shape: Shape, value: unknown, path: Path = []): readonly Place[] {
  const inside = partsOf(shape, value).flatMap(({ step, shape: inner, value: part }) =>
    placesIn(inner, part, [...path, typeof step === "object" ? step.key : step]),
  );
  if (!isObject(value) || (shape.kind !== "object" && shape.kind !== "variants")) {
    return inside;
  }
  const absent = selectFields(shape, value).flatMap((field) => {
    const fallback = value[field.name] === undefined ? serverDefaultOf(field, value) : undefined;
    return isPresent(fallback) ? [{ field, path: [...path, field.name], value: fallback }] : [];
  });
  return [...absent, ...inside];
}

/** Returns the value without the fields that have a server default. Lists of objects with such fields are kept. */
function withoutDefaulted(shape: Shape, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withoutDefaulted(shape.kind === "list" ? shape.item : shape, item));
  }
  const parts = partsOf(shape, value);
  if (parts.length === 0) {
    return value;
  }
  const kept = parts.flatMap((part): [string, unknown][] => {
    if (part.value === undefined) {
      return [];
    }
    const name = typeof part.step === "object" ? part.step.key : String(part.step);
    const isLeaf = part.field !== undefined && collectFields(part.shape).length === 0;
    const isDefaulted =
      part.field?.meta.serverDefault !== undefined && !isValueToAggregate(name, value as DeclaredFields);
    return isLeaf && isDefaulted ? [] : [[name, withoutDefaulted(part.shape, part.value)]];
  });
  return Object.fromEntries(kept);
}

/** Returns true for the value expression of an aggregate other than count, which requires it. */
function isValueToAggregate(name: string, { aggFn }: DeclaredFields): boolean {
  return name === "valueExpression" && aggFn !== "count";
}

function withAt(value: unknown, [step, ...rest]: Path, leaf: unknown): unknown {
  if (step === undefined) {
    return leaf;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? withAt(item, rest, leaf) : item));
  }
  const fields = value as DeclaredFields;
  return { ...fields, [step]: withAt(fields[step], rest, leaf) };
}

/** A server that stores and returns every body unchanged. */
class Store {
  stored: DeclaredFields = {};

  start(): Promise<TestServer> {
    return TestServer.start(({ method, body, path }, response) => {
      const handle = (data: unknown) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(data));
      };
      if (path.includes("validate")) {
        return handle({ valid: true, errors: [], normalized: body });
      }
      if (method !== "GET") {
        const sent = body as DeclaredFields & { readonly tiles?: readonly DeclaredFields[] };
        const kept = sent.tiles?.map((tile) => ({ id: OTHER_ID, ...tile }));
        this.stored = { ...sent, ...(kept && { tiles: kept }), id: ID };
      }
      const isList = method === "GET" && /\/[a-z-]+(\?|$)/.test(path);
      return handle({
        data: isList ? [this.stored].filter(({ id }) => id !== undefined) : this.stored,
        meta: { total: 1 },
      });
    });
  }

  /**
   * Writes a field of the stored object, or removes it for undefined. A dashboard stores the tile of the example as its
   * first tile.
   */
  write([first, second, ...rest]: Path, value: unknown): void {
    const path = [first, first === "tiles" ? 0 : second, ...rest].filter((step) => step !== undefined);
    this.stored = JSON.parse(JSON.stringify(withAt(this.stored, path, value)));
  }
}

function declarationOf(type: string): CompoundShape {
  const found = resourceTypes.find((each) => each.type === type);
  if (!found || !("declaration" in found)) {
    throw new Error(`There is no ${type}.`);
  }
  return compoundShapeOf(found.declaration() as z.ZodType);
}

describe.each(EXAMPLES)("the resource %s: %s", (type, _what, example) => {
  const shape = declarationOf(type);
  const resource = resources[type];
  if (!resource) {
    throw new Error(`There is no ${type}.`);
  }
  const declared = withoutDefaulted(shape, example) as DeclaredFields;
  const places = placesIn(shape, declared);
  const config = (value: unknown) => objectToTerraform(shape, value as DeclaredFields);
  const store = new Store();
  let http: TestServer;
  let run: ProviderRun;

  beforeEach(async () => {
    http = await store.start();
    run = new ProviderRun({ openSource: { endpoint: http.endpoint, accessKey: "access-key-of-the-test" } });
  });

  afterEach(async () => {
    await run[Symbol.asyncDispose]();
    await http[Symbol.asyncDispose]();
  });

  /** Returns the attributes that a plan changes after a refresh of the state. */
  const plannedAfterRefresh = async (author: unknown, held: Held) => {
    await run[Symbol.asyncDispose]();
    run = new ProviderRun({ openSource: { endpoint: http.endpoint, accessKey: "access-key-of-the-test" } });
    const refreshed = await run.refresh(resource, held);
    if (!refreshed) {
      throw new Error("The object was deleted.");
    }
    const { plan } = await run.plan(resource, config(author), refreshed);
    return {
      planned: differences(refreshed.state, plan),
      drift: differences(held.state, refreshed.state),
    };
  };

  const NOTHING = { planned: [], drift: [] };

  test("has an empty plan if the author declares no defaults and the server returns all of them", async () => {
    const held = await run.apply(resource, config(declared));
    for (const { path, value } of places) {
      store.write(path, value);
    }
    expect(await plannedAfterRefresh(declared, held)).toEqual(NOTHING);
  });

  test("has an empty plan if the author declares all defaults and the server returns none of them", async () => {
    const explicit = places.reduce<unknown>((whole, { path, value }) => withAt(whole, path, value), declared);
    const held = await run.apply(resource, config(explicit));
    for (const { path } of places.filter(({ path }) => path.length > 0)) {
      store.write(path, undefined);
    }
    expect(await plannedAfterRefresh(explicit, held)).toEqual(NOTHING);
    expect(await plannedAfterRefresh(declared, held)).toEqual(NOTHING);
  });

  test("has an empty plan for the state of an earlier version that did not store defaults", async () => {
    const held = await run.apply(resource, config(declared));
    const computed = Object.entries(held.state).filter(([name]) => name === "id" || name === "tile_ids");
    const old = complete(resource.schema.attributes, { ...config(declared), ...Object.fromEntries(computed) });
    const completed = { ...held, state: resource.completeState?.(old) ?? old };
    expect(differences(complete(resource.schema.attributes, held.state), completed.state)).toEqual([]);
    expect(await plannedAfterRefresh(declared, completed)).toEqual(NOTHING);
  });
});

test("every field with a server default is in an example, unless the server always returns the field", () => {
  const tested = new Set(
    EXAMPLES.flatMap(([type, , example]) => {
      const shape = declarationOf(type);
      return placesIn(shape, withoutDefaulted(shape, example)).map(({ field }) => `${type}: ${field.name}`);
    }),
  );
  const missing = resourceTypes
    .filter((each) => "declaration" in each && !ALWAYS_RETURNED.includes(each.type))
    .flatMap(({ type }) =>
      collectFields(declarationOf(type))
        .filter(({ meta }) => meta.serverDefault !== undefined)
        .map(({ name }) => `${type}: ${name}`)
        .filter((name) => !tested.has(name)),
    );
  expect(missing).toEqual([]);
});
