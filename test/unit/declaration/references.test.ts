import { referencesIn } from "../../../src/declaration/references";
import { collectFields, shapeOf } from "../../../src/declaration/shape";
import { alert, dashboard } from "../../../src/resources/declarations";
import { resourceTypes } from "../../../src/resources/registry";
import type { ResourceType } from "../../../src/resources/resource-type";

/** Fields with a name like an id that do not refer to an object with a resource or data source. */
const OTHER_IDS: Readonly<Record<string, string>> = {
  containerId: "The author chooses the id of a container.",
  tabId: "The author chooses the id of a tab.",
  keyId: "It is the public part of a key's credential.",
  slackChannelId: "It belongs to Slack.",
  userId: "It is the id of the team member itself.",
};

const types = resourceTypes as readonly ResourceType[];

const declarations = types.flatMap(({ type, declaration, dataSources = {}, ephemeralResources = {} }) => [
  ...(declaration ? [{ type, schema: declaration() }] : []),
  ...Object.entries({ ...dataSources, ...ephemeralResources }).map(([name, each]) => ({
    type: name,
    schema: each.declaration(),
  })),
]);

const fields = declarations.flatMap(({ type, schema }) =>
  collectFields(shapeOf(schema)).map((field) => ({ type, ...field })),
);

test("every field with ids of other objects declares the type of these objects", () => {
  const isId = ({ name, meta }: (typeof fields)[number]) => /(?:Ids?|_id)$/.test(meta.attributeName ?? name);
  const undeclared = fields.filter((each) => isId(each) && !each.meta.refersTo && !Object.hasOwn(OTHER_IDS, each.name));
  expect(undeclared.map(({ type, name }) => `${type}.${name}`)).toEqual([]);
});

test("each exception in the test is for a field without a declared reference", () => {
  for (const name of Object.keys(OTHER_IDS)) {
    const found = fields.filter((each) => each.name === name);
    expect([name, found.length > 0, found.some(({ meta }) => meta.refersTo)]).toEqual([name, true, false]);
  }
});

test("every reference is to a type of this provider or to a tile", () => {
  const known = ["clickstack_tile", ...types.map(({ type }) => type)];
  const referred = new Set(fields.flatMap(({ meta }) => (meta.refersTo ? [`clickstack_${meta.refersTo}`] : [])));
  expect([...referred].filter((type) => !known.includes(type))).toEqual([]);
});

test("the references of an object have paths and types, also for a tile of an unknown kind", () => {
  const click = (type: string) => ({ type, target: { mode: "id", id: type } });
  const declared = {
    name: "Checkout",
    tiles: {
      a: { config: { displayType: "table", sourceId: "s1", onClick: click("search") } },
      b: { config: { displayType: "table", configType: "sql", connectionId: "c1", onClick: click("dashboard") } },
      c: { config: { displayType: "new", sourceId: "s2" } },
    },
    filters: [{ appliesToSourceIds: ["s3", "s4"] }],
  };
  const found = referencesIn(shapeOf(dashboard), declared);
  expect(found.map(({ path, type, value }) => [path.join("."), type, value])).toEqual([
    ["tiles.a.config.sourceId", "source", "s1"],
    ["tiles.a.config.onClick.target.id", "source", "search"],
    ["tiles.b.config.connectionId", "connection", "c1"],
    ["tiles.b.config.onClick.target.id", "dashboard", "dashboard"],
    ["tiles.c.config.sourceId", "source", "s2"],
    ["filters.0.appliesToSourceIds.0", "source", "s3"],
    ["filters.0.appliesToSourceIds.1", "source", "s4"],
  ]);
  const channels = [{ type: "webhook", webhookId: "w1" }];
  expect(referencesIn(shapeOf(alert), { dashboardId: "d1", tileId: "t1", channels })).toMatchObject([
    { type: "dashboard", value: "d1" },
    { type: "tile", value: "t1" },
    { type: "webhook", value: "w1" },
  ]);
});
