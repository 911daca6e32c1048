import { type ObjectShape, shapeOf, type VariantsShape } from "../../../declaration/shape";
import { resourceTypes } from "../../../resources/registry";
import { nounOf, type ResourceType } from "../../../resources/resource-type";

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

/** What the import knows of each resource type. */
export const TYPE_FACTS = Object.fromEntries(
  importable.map((each) => [importName(each), factsOf(each)]),
) as unknown as Readonly<Record<ImportedType, ReturnType<typeof factsOf>>>;

/** What the command line calls a resource type. */
export function importName({ type }: ResourceType): ImportedType {
  return type.replace("clickstack_", "") as ImportedType;
}

function factsOf(resourceType: ResourceType) {
  const { type, api, collection, declaration, importedByDefault = false } = resourceType;
  if (!api || !collection || !declaration) {
    throw new Error(`The resource type ${type} cannot be imported.`);
  }
  return {
    /** For sentences. */
    noun: nounOf(resourceType),
    plural: api.plural,
    /** The declaration that the provider's resource has. */
    get shape() {
      return shapeOf(declaration()) as ObjectShape | VariantsShape;
    },
    collection,
    /** Whether it is imported without being asked for. What others are made with is looked up by name instead. */
    byDefault: importedByDefault,
  };
}

function isInOrganization({ api }: ResourceType): boolean {
  return api?.scope === "organization";
}
