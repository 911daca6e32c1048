import { Emulator } from "../../src/emulator";
import { seedIds } from "../../src/emulator/seed";
import { toAttributes } from "../../src/schema/attribute-form";
import type { Fields } from "../../src/schema/field";
import { savedSearch } from "../../src/schema/saved-search";
import { type ObjectShape, objectShapeOf } from "../../src/schema/shape";
import { webhook } from "../../src/schema/webhook";
import { type ChangedLeaf, changedLeaves } from "../support/changed-leaves";
import { environmentFor, managedEnvironmentFor } from "../support/environment";
import { stored, ui } from "../support/ui";
import { Workspace } from "../support/workspace";

/** A resource with everything that it can have. */
interface Example {
  readonly type: string;
  /** The collection in the API. */
  readonly collection: string;
  readonly shape: ObjectShape;
  /** What every copy declares; the name is its own. */
  readonly declared: Fields;
  /** Fields that the server does not show. */
  readonly unseen?: readonly string[];
}

const savedSearchExample: Example = {
  type: "clickstack_saved_search",
  collection: "saved-searches",
  shape: objectShapeOf(savedSearch),
  declared: {
    sourceId: seedIds.logs,
    select: "Timestamp, Body",
    where: "level:error",
    whereLanguage: "lucene",
    orderBy: "Timestamp DESC",
    tags: ["production", "errors"],
    filters: [{ condition: "ServiceName IN ('checkout')" }],
  },
};

const webhookExample: Example = {
  type: "clickstack_webhook",
  collection: "webhooks",
  shape: objectShapeOf(webhook),
  declared: {
    service: "generic",
    url: "https://example.com/hook",
    description: "For the tests",
    body: '{"text":"{{title}}"}',
    headers: { Authorization: "Bearer secret" },
    headersVersion: "1",
    queryParams: { token: "token of the pager" },
    queryParamsVersion: "1",
  },
  unseen: ["headersVersion", "queryParamsVersion"],
};

const OPEN_SOURCE: readonly Example[] = [savedSearchExample, webhookExample];
const MANAGED: readonly Example[] = [savedSearchExample, webhookExample];

describe.each([
  ["open-source", environmentFor, OPEN_SOURCE],
  ["managed", managedEnvironmentFor, MANAGED],
] as const)("in the %s deployment", (_, environment, examples) => {
  let emulator: Emulator;
  let workspace: Workspace;

  beforeEach(async () => {
    emulator = new Emulator({ limits: false });
    workspace = new Workspace(environment(await emulator.start()));
  });

  afterEach(async () => {
    workspace.remove();
    await emulator.stop();
  });

  test.each(examples)("every field of $type that is changed elsewhere is named alone and mended", async (example) => {
    const copies = copiesOf(example);
    workspace.write("");
    workspace.write(JSON.stringify(configuration(example, copies)), "copies.tf.json");
    await workspace.init();
    await workspace.apply();
    expect(await workspace.plannedDifferences()).toEqual([]);

    const before = new Map<string, Fields>();
    const states = await workspace.states();
    for (const [name, leaf] of copies) {
      const id = String(states.get(`${example.type}.${name}`)?.id);
      before.set(id, withoutStamp(await stored(emulator, example.collection, id)));
      await ui(emulator, "PATCH", `/api/v2/${example.collection}/${id}`, { [leaf.field]: leaf.value });
    }
    const expected = [...copies].map(([name, { attributes }]) => `${example.type}.${name}: ${attributes.join(".")}`);
    expect(await workspace.plannedDifferences()).toEqual(expected.sort());

    await workspace.apply();
    for (const [id, fields] of before)
      expect(withoutStamp(await stored(emulator, example.collection, id))).toEqual(fields);
    expect(await workspace.plannedDifferences()).toEqual([]);
  });
});

/** One copy of the example for each change, so that one plan shows them all. */
function copiesOf({ shape, declared, unseen = [] }: Example): ReadonlyMap<string, ChangedLeaf> {
  const leaves = changedLeaves(shape, { name: "Copy", ...declared }, unseen);
  return new Map(leaves.map((leaf, index) => [`copy_${index}`, leaf]));
}

function configuration({ type, shape, declared }: Example, copies: ReadonlyMap<string, ChangedLeaf>): object {
  const blocks = [...copies.keys()].map((name) => [name, toAttributes(shape, { ...declared, name }, () => false)]);
  return { resource: { [type]: Object.fromEntries(blocks) } };
}

function withoutStamp({ updatedAt: _, ...fields }: Fields): Fields {
  return fields;
}
