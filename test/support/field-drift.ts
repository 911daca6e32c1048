import { toApi } from "../../src/declaration/api-form";
import type { DeclaredFields } from "../../src/declaration/field";
import { type CompoundShape, objectShapeOf, shapeOf, type VariantsShape } from "../../src/declaration/shape";
import { seedIds } from "../../src/emulator/seed";
import { connection } from "../../src/resources/connection/declaration";
import { savedSearch } from "../../src/resources/saved-search/declaration";
import { sourceDeclaration } from "../../src/resources/source/declaration";
import { webhook } from "../../src/resources/webhook/declaration";
import { type ChangedLeaf, changedLeaves } from "./changed-leaves";
import { type DeploymentName, isUnsupportedBy, knownTo } from "./deployment-fields";
import { fullSources } from "./full-sources";

/** A resource with all fields set. */
interface FullObject {
  readonly type: string;
  /** The collection in the API. */
  readonly collection: string;
  readonly shape: CompoundShape;
  /** The declaration of the copies, for each kind. Only the name differs. */
  readonly declared: readonly DeclaredFields[];
  /** Fields that the server does not return. */
  readonly unseen?: readonly string[];
  /** Fields whose change hides changes of other fields. */
  readonly alone?: readonly string[];
}

const fullSavedSearch: FullObject = {
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

export const fullWebhook: FullObject = {
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

const fullConnection: FullObject = {
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

const fullSourceIn = (deployment: DeploymentName): FullObject => ({
  type: "clickstack_source",
  collection: "sources",
  shape: SOURCE,
  declared: Object.values(fullSources(seedIds)).map((fields) => knownTo(deployment, SOURCE, fields)),
});

/** A copy of an object and the changes that another client makes to it, at most one in each top-level field. */
export interface ChangedCopy {
  readonly name: string;
  readonly declared: DeclaredFields;
  /** The changed attributes, in the form in which a plan shows them. */
  readonly attributes: readonly string[];
  /** The changed fields, in the form of the API. */
  readonly changes: DeclaredFields;
}

/** Returns copies of each kind. Every change is in one copy, and no copy has two changes in one top-level field. */
export function copiesOf(
  { shape, declared, unseen = [], alone = [] }: FullObject,
  deployment: DeploymentName,
): readonly ChangedCopy[] {
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
    return {
      name,
      declared: { ...fields, name },
      attributes: group.map(({ attributes }) => attributes.join(".")),
      changes: Object.fromEntries(group.map(({ field }) => [field, changed[field]])),
    };
  });
}

/** Returns the first change of every field, then the second change of every field that has two, and so on. */
function rounds(leaves: readonly ChangedLeaf[]): readonly (readonly ChangedLeaf[])[] {
  const fields = [...new Set(leaves.map(({ field }) => field))];
  const byField = fields.map((name) => leaves.filter(({ field }) => field === name));
  const most = Math.max(...byField.map(({ length }) => length));
  return Array.from({ length: most }, (_, round) => byField.flatMap((each) => each[round] ?? []));
}

/** Returns the objects with every field that a deployment supports. */
export const FULL_OBJECTS: Readonly<Record<DeploymentName, readonly FullObject[]>> = {
  "open-source": [fullSavedSearch, fullWebhook, fullSourceIn("open-source"), fullConnection],
  managed: [fullSavedSearch, fullWebhook, fullSourceIn("managed")],
};

/** Returns an object without the time of its last change. */
export function withoutStamp({ updatedAt: _, ...fields }: DeclaredFields): DeclaredFields {
  return fields;
}
