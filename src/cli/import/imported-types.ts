import type { ApiRecord } from "../../client";
import type { Collection } from "../../client/collection";
import { type ObjectShape, shapeOf, type VariantsShape } from "../../declaration/shape";
import type { Client } from "../../resources/client";
import { resourceTypes } from "../../resources/registry";
import { nounOf, type ResourceType } from "../../resources/resource-type";

type Importable = Extract<(typeof resourceTypes)[number], { readonly importedByDefault: boolean }>;

/** The resource types that can be imported, as the command line names them: without `clickstack_`. */
export type ImportedType = Importable["type"] extends `clickstack_${infer Name}` ? Name : never;

const importable = (resourceTypes as readonly ResourceType[])
  .filter(({ importedByDefault }) => importedByDefault !== undefined)
  // What is not of a deployment of ClickStack comes last.
  .sort((one, other) => Number(isInOrganization(one)) - Number(isInOrganization(other)));

export const IMPORTED_TYPES = importable.map(importName);

/** What others refer to comes first. */
const REFERRED_FIRST: readonly ImportedType[] = [
  "connection",
  "source",
  "webhook",
  "dashboard",
  "saved_search",
  "alert",
  "api_key",
];

/** The order of the files of code, and of the calls in a program. It does not depend on when objects were imported. */
export const FILE_ORDER = [...REFERRED_FIRST, ...IMPORTED_TYPES.filter((type) => !REFERRED_FIRST.includes(type))];

/** What the import knows of a resource type. */
interface TypeFacts {
  /** For sentences. */
  readonly noun: string;
  readonly plural: string;
  /** The declaration that the provider's resource has. */
  readonly shape: ObjectShape | VariantsShape;
  readonly collection: (client: Client) => Pick<Collection<ApiRecord, never>, "readAll">;
  /** Whether it is imported without being asked for. What others are made with is looked up by name instead. */
  readonly byDefault: boolean;
  /** Whether it lives in ClickHouse Cloud, whatever the deployment of dashboards. */
  readonly inOrganization?: true;
}

export const TYPE_FACTS = Object.fromEntries(
  importable.map((each) => [importName(each), factsOf(each)]),
) as unknown as Readonly<Record<ImportedType, TypeFacts>>;

/** What the command line calls a resource type. */
export function importName({ type }: ResourceType): ImportedType {
  return type.replace("clickstack_", "") as ImportedType;
}

function factsOf(resourceType: ResourceType): TypeFacts {
  const { type, api, collection, declaration, importedByDefault = false } = resourceType;
  if (!api || !collection || !declaration) throw new Error(`The resource type ${type} cannot be imported.`);
  return {
    noun: nounOf(resourceType),
    plural: api.plural,
    get shape() {
      return shapeOf(declaration()) as ObjectShape | VariantsShape;
    },
    collection,
    byDefault: importedByDefault,
    ...(isInOrganization(resourceType) && { inOrganization: true }),
  };
}

function isInOrganization({ api }: ResourceType): boolean {
  return api?.scope === "organization";
}
