import fc from "fast-check";
import { anyCharacter } from "./any-character";
import { FOREIGN_TEXTS } from "./foreign-texts";
import type { Records } from "./record-server";

const objectId = (kind: number, index: number) =>
  `6955b9${kind.toString(16).padStart(2, "0")}${index.toString(16).padStart(16, "0")}`;
const uuid = (index: number) => `44444444-4444-4444-8444-${index.toString(16).padStart(12, "0")}`;

const [DASHBOARD, TILE, ALERT, SEARCH, WEBHOOK, SOURCE, CONNECTION] = [1, 2, 3, 4, 5, 6, 7];

const foreign = fc.constantFrom(...FOREIGN_TEXTS);

/** Texts that a program or a template must not evaluate: complete, joined, or inside others. */
const text = fc.oneof(
  { weight: 4, arbitrary: foreign },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(foreign, fc.constantFrom("$", "%", "{", "}", "`", "\\", "\n", '"', "'")))
      .map((parts) => parts.slice(0, 5).join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
);

/** A name, which servers require. */
const name = text.map((each) => each.trim() || "x");

/** A tag, which servers limit to 32 characters. */
const tag = text.filter((each) => each.length <= 32);

/** The id of an existing object or of a missing one, or a text that is not an id. */
function reference(kind: number, count: number): fc.Arbitrary<string> {
  const known = fc.nat(count).map((index) => objectId(kind, index));
  return fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: text });
}

const DASHBOARDS = 4;
const SOURCES = 3;
const WEBHOOKS = 3;
const SEARCHES = 2;
const TILES = 3;

function click(): fc.Arbitrary<unknown> {
  const filters = fc.array(fc.record({ kind: fc.constant("expressionTemplate"), expression: text, template: text }), {
    maxLength: 3,
  });
  const to = (type: string, id: fc.Arbitrary<string>) =>
    fc.record({
      type: fc.constant(type),
      target: fc.oneof(
        { weight: 4, arbitrary: fc.record({ mode: fc.constant("id"), id }) },
        { weight: 1, arbitrary: fc.record({ mode: fc.constant("template"), template: name }) },
      ),
      whereTemplate: text,
      whereLanguage: fc.constantFrom("sql", "lucene"),
      filters,
    });
  return fc.oneof(
    { weight: 4, arbitrary: to("dashboard", reference(DASHBOARD, DASHBOARDS - 1)) },
    { weight: 1, arbitrary: to("search", reference(SOURCE, SOURCES)) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("external"), urlTemplate: name }) },
  );
}

function tileConfig(): fc.Arbitrary<unknown> {
  const select = fc.record({
    aggFn: fc.constantFrom("max", "sum"),
    valueExpression: name,
    where: text,
    whereLanguage: fc.constantFrom("sql", "lucene"),
    alias: text,
  });
  const table = fc.record({
    displayType: fc.constant("table"),
    sourceId: reference(SOURCE, SOURCES),
    select: fc.array(select, { minLength: 1, maxLength: 2 }),
    groupBy: text,
    onClick: click(),
  });
  return fc.oneof(
    { weight: 2, arbitrary: table },
    { weight: 1, arbitrary: fc.record({ displayType: fc.constant("markdown"), markdown: text }) },
    {
      weight: 1,
      arbitrary: fc.record({
        displayType: fc.constant("line"),
        sourceId: reference(SOURCE, SOURCES),
        select: fc.array(select, { minLength: 1, maxLength: 2 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        configType: fc.constant("sql"),
        displayType: fc.constant("table"),
        connectionId: reference(CONNECTION, 1),
        sqlTemplate: name,
      }),
    },
  );
}

function dashboard(index: number): fc.Arbitrary<unknown> {
  const tile = (at: number) =>
    fc.record({
      id: fc.constant(objectId(TILE, index * TILES + at)),
      name: text,
      x: fc.constant(0),
      y: fc.constant(at * 4),
      w: fc.constant(6),
      h: fc.constant(4),
      config: tileConfig(),
    });
  return fc.record({
    id: fc.constant(objectId(DASHBOARD, index)),
    name,
    tags: fc.array(tag, { maxLength: 2 }),
    tiles: fc.tuple(...Array.from({ length: TILES }, (_, at) => tile(at))),
    filters: fc.array(
      fc.record({
        id: fc.constant(objectId(8, index)),
        type: fc.constant("QUERY_EXPRESSION"),
        name,
        expression: name,
        sourceId: reference(SOURCE, SOURCES),
        where: text,
      }),
      { maxLength: 1 },
    ),
    savedQuery: text,
    savedQueryLanguage: fc.constant("lucene"),
    savedFilterValues: fc.array(fc.record({ type: fc.constant("sql"), condition: name }), { maxLength: 1 }),
  });
}

function alert(index: number): fc.Arbitrary<unknown> {
  const common = {
    id: fc.constant(objectId(ALERT, index)),
    interval: fc.constant("5m"),
    threshold: fc.constant(1),
    thresholdType: fc.constant("above"),
    channels: fc.array(fc.record({ type: fc.constant("webhook"), webhookId: reference(WEBHOOK, WEBHOOKS) }), {
      minLength: 1,
      maxLength: 2,
    }),
    name: fc.option(name),
    message: fc.option(text),
    note: fc.option(text),
    displayName: text,
  };
  return fc.oneof(
    fc.nat(DASHBOARDS * TILES - 1).chain((tile) =>
      fc.record({
        ...common,
        source: fc.constant("tile"),
        dashboardId: fc.constant(objectId(DASHBOARD, Math.floor(tile / TILES))),
        tileId: fc.constant(objectId(TILE, tile)),
      }),
    ),
    fc.record({
      ...common,
      source: fc.constant("saved_search"),
      savedSearchId: fc.constant(objectId(SEARCH, index % SEARCHES)),
      groupBy: text,
    }),
  );
}

const source = (index: number) =>
  fc.record({
    id: fc.constant(objectId(SOURCE, index)),
    name,
    kind: fc.constant("log"),
    connection: reference(CONNECTION, 1),
    from: fc.record({ databaseName: name, tableName: name }),
    timestampValueExpression: name,
    defaultTableSelectExpression: name,
    bodyExpression: name,
    traceSourceId: reference(SOURCE, SOURCES),
  });

const savedSearch = (index: number) =>
  fc.record({
    id: fc.constant(objectId(SEARCH, index)),
    name,
    sourceId: reference(SOURCE, SOURCES),
    select: text,
    where: text,
    whereLanguage: fc.constant("lucene"),
    orderBy: text,
    tags: fc.array(tag, { maxLength: 1 }),
    filters: fc.array(fc.record({ type: fc.constant("sql"), condition: name }), { maxLength: 1 }),
  });

const webhook = (index: number) =>
  fc.record({
    id: fc.constant(objectId(WEBHOOK, index)),
    name,
    service: fc.constantFrom("generic", "slack"),
    url: fc.constant(`https://example.com/${index}`),
    description: text,
    body: text,
  });

const connection = fc.record({
  id: fc.constant(objectId(CONNECTION, 0)),
  name,
  host: fc.constant("http://clickhouse:8123"),
  username: name,
});

const role = (index: number) =>
  fc.record({ id: fc.constant(uuid(index)), name, type: fc.constantFrom("system", "custom") });

const apiKey = (index: number) =>
  fc.record({
    id: fc.constant(uuid(100 + index)),
    name,
    state: fc.constantFrom("enabled", "disabled"),
    keySuffix: fc.constant("abcd"),
    createdAt: fc.constant("2026-01-01T00:00:00.000Z"),
    ipAccessList: fc.array(fc.record({ source: fc.constant("203.0.113.0/24"), description: text }), { maxLength: 1 }),
    assignedRoles: fc.array(
      fc.record({
        roleId: fc.nat(2).map(uuid),
        roleName: name,
        roleType: fc.constant("custom"),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  });

const several = (count: number, one: (index: number) => fc.Arbitrary<unknown>) =>
  fc.tuple(...Array.from({ length: count }, (_, index) => one(index)));

/** Objects of every resource type that refer to each other in any way, with texts that no program may evaluate. */
export const hostileRecords = fc.record({
  dashboards: several(DASHBOARDS, dashboard),
  alerts: several(3, alert),
  "saved-searches": several(SEARCHES, savedSearch),
  webhooks: several(WEBHOOKS, webhook),
  sources: several(SOURCES, source),
  connections: several(1, () => connection),
  keys: several(2, apiKey),
  roles: several(2, role),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<Records>;
