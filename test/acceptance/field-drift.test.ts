import { toApi } from "../../src/declaration/api-form";
import { toAttributes } from "../../src/declaration/attribute-form";
import type { DeclaredFields } from "../../src/declaration/field";
import { type ObjectShape, objectShapeOf, shapeOf, type VariantsShape } from "../../src/declaration/shape";
import type { Emulator } from "../../src/emulator";
import { seedIds } from "../../src/emulator/seed";
import { connection } from "../../src/resources/connection/declaration";
import { savedSearch } from "../../src/resources/saved-search/declaration";
import { sourceDeclaration } from "../../src/resources/source/declaration";
import { webhook } from "../../src/resources/webhook/declaration";
import { type ChangedLeaf, changedLeaves } from "../support/changed-leaves";
import { type DeploymentName, isUnsupportedBy, knownTo } from "../support/deployment-fields";
import { environmentFor, managedEnvironmentFor } from "../support/environment";
import { fullSources } from "../support/full-sources";
import { stored, ui } from "../support/ui";
import { inWorkspaces, type Workspace } from "../support/workspace";

/** A resource with everything that it can have. */
interface Example {
  readonly type: string;
  /** The collection in the API. */
  readonly collection: string;
  readonly shape: ObjectShape | VariantsShape;
  /** The declaration of every copy, for each kind; only the name differs. */
  readonly declared: readonly DeclaredFields[];
  /** Fields that the server does not show. */
  readonly unseen?: readonly string[];
  /** Fields whose change hides others. */
  readonly alone?: readonly string[];
}

const savedSearchExample: Example = {
  type: "clickstack_saved_search",
  collection: "saved-searches",
  shape: objectShapeOf(savedSearch),
  declared: [
    {
      sourceId: seedIds.logs,
      select: "Timestamp, Body",
      where: "level:error",
      whereLanguage: "lucene",
      orderBy: "Timestamp DESC",
      tags: ["production", "errors"],
      filters: [{ condition: "ServiceName IN ('checkout')" }],
    },
  ],
};

const webhookExample: Example = {
  type: "clickstack_webhook",
  collection: "webhooks",
  shape: objectShapeOf(webhook),
  declared: [
    {
      service: "generic",
      url: "https://example.com/hook",
      description: "For the tests",
      body: '{"text":"{{title}}"}',
      headers: { Authorization: "Bearer secret" },
      headersVersion: "1",
      queryParams: { token: "token of the pager" },
      queryParamsVersion: "1",
    },
  ],
  unseen: ["headersVersion", "queryParamsVersion", "urlWoVersion"],
  alone: ["service"],
};

const connectionExample: Example = {
  type: "clickstack_connection",
  collection: "connections",
  shape: objectShapeOf(connection),
  declared: [
    {
      host: "https://clickhouse.example.com:8443",
      username: "hyperdx",
      password: "secret",
      passwordVersion: "1",
      hyperdxSettingPrefix: "hyperdx_",
      isPrometheusEndpoint: true,
    },
  ],
  unseen: ["passwordVersion"],
};

const SOURCE = shapeOf(sourceDeclaration) as VariantsShape;

const sourceExample = (deployment: DeploymentName): Example => ({
  type: "clickstack_source",
  collection: "sources",
  shape: SOURCE,
  declared: Object.values(fullSources(seedIds)).map((fields) => knownTo(deployment, SOURCE, fields)),
});

const OPEN_SOURCE = [savedSearchExample, webhookExample, sourceExample("open-source"), connectionExample];
const MANAGED = [savedSearchExample, webhookExample, sourceExample("managed")];

describe.each([
  ["open-source", environmentFor, OPEN_SOURCE],
  ["managed", managedEnvironmentFor, MANAGED],
] as const)("in the %s deployment", (deployment, environment, examples) => {
  let emulator: Emulator;
  let workspace: Workspace;

  inWorkspaces(environment, (opened) => {
    ({ emulator, workspace } = opened);
  });

  test.each(examples)(
    "the plan names only the changed field of $type, for each field, and the apply reverts it",
    async (example) => {
      const copies = copiesOf(example, deployment);
      workspace.write("");
      workspace.write(JSON.stringify(configuration(example, copies)), "copies.tf.json");
      await workspace.init();
      await workspace.apply();
      expect(await workspace.plannedDifferences()).toEqual([]);

      const before = new Map<string, DeclaredFields>();
      const states = await workspace.states();
      for (const { name, leaves, changed } of copies) {
        const id = String(states.get(`${example.type}.${name}`)?.id);
        before.set(id, withoutStamp(await stored(emulator, example.collection, id)));
        await ui(
          emulator,
          "PATCH",
          `/api/v2/${example.collection}/${id}`,
          Object.fromEntries(leaves.map(({ field }) => [field, changed[field]])),
        );
      }
      const expected = copies.flatMap(({ name, leaves }) =>
        leaves.map(({ attributes }) => `${example.type}.${name}: ${attributes.join(".")}`),
      );
      expect(await workspace.plannedDifferences()).toEqual(expected.sort());

      await workspace.apply();
      for (const [id, fields] of before) {
        expect(withoutStamp(await stored(emulator, example.collection, id))).toEqual(fields);
      }
      expect(await workspace.plannedDifferences()).toEqual([]);
    },
  );
});

interface Copy {
  readonly name: string;
  readonly declared: DeclaredFields;
  /** The changes, at most one in each top-level field. */
  readonly leaves: readonly ChangedLeaf[];
  /** The declared fields with the changes in them, as the API has them. */
  readonly changed: DeclaredFields;
}

/** So many copies of each kind that every change is in one of them and no two meet in one field. */
function copiesOf({ shape, declared, unseen = [], alone = [] }: Example, deployment: DeploymentName): readonly Copy[] {
  const isUnsupported = isUnsupportedBy(deployment);
  const groups = declared.flatMap((fields) => {
    const leaves = changedLeaves(
      shape,
      { name: "Copy", ...fields },
      (field) => unseen.includes(field.name) || isUnsupported(field),
    );
    const together = rounds(leaves.filter(({ field }) => !alone.includes(field)));
    const single = leaves.filter(({ field }) => alone.includes(field)).map((leaf) => [leaf]);
    return [...together, ...single].map((group) => ({ fields, group }));
  });
  return groups.map(({ fields, group }, index) => {
    const name = `copy_${index}`;
    const changes = Object.fromEntries(group.map(({ field, value }) => [field, value]));
    const changed = toApi(shape, { ...fields, name, ...changes }) as DeclaredFields;
    return { name, declared: { ...fields, name }, leaves: group, changed };
  });
}

/** The first change of every field, then the second of every field that has two, and so on. */
function rounds(leaves: readonly ChangedLeaf[]): readonly (readonly ChangedLeaf[])[] {
  const fields = [...new Set(leaves.map(({ field }) => field))];
  const byField = fields.map((name) => leaves.filter(({ field }) => field === name));
  const most = Math.max(...byField.map(({ length }) => length));
  return Array.from({ length: most }, (_, round) => byField.flatMap((each) => each[round] ?? []));
}

function configuration({ type, shape }: Example, copies: readonly Copy[]): object {
  const blocks = copies.map(({ name, declared }) => [name, toAttributes(shape, declared, () => false)]);
  return { resource: { [type]: Object.fromEntries(blocks) } };
}

function withoutStamp({ updatedAt: _, ...fields }: DeclaredFields): DeclaredFields {
  return fields;
}
