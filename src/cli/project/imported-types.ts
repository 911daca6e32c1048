import { compoundShapeOf } from "../../declaration/shape";
import { resourceTypes } from "../../resources/registry";
import { nounOf, type ResourceType, typeWithObjects } from "../../resources/resource-type";

type Importable = Extract<(typeof resourceTypes)[number], { readonly importedByDefault: boolean }>;

/** The resource types that can be imported, as the command line names them: without `clickstack_`. */
export type ImportedType = Importable["type"] extends `clickstack_${infer Name}` ? Name : never;

/** The resource types that imported objects refer to by id. */
export type ReferredType = ImportedType | typeof ROLE;

/** API keys refer to roles, which an import does not declare. */
const ROLE = "organization_role";

const importable = (resourceTypes as readonly ResourceType[])
  .filter(({ importedByDefault }) => importedByDefault !== undefined)
  // Types of the organization come last.
  .sort((one, other) => Number(isInOrganization(one)) - Number(isInOrganization(other)));

export const IMPORTED_TYPES = importable.map(importName);

export const REFERRED_TYPES: readonly ReferredType[] = [...IMPORTED_TYPES, ROLE];

const REFERRED_FIRST: readonly ImportedType[] = [
  "connection",
  "source",
  "webhook",
  "dashboard",
  "saved_search",
  "alert",
  "api_key",
];

/** Order of the files and of the calls in a program. It does not depend on the time of the import. */
export const FILE_ORDER = [...REFERRED_FIRST, ...IMPORTED_TYPES.filter((type) => !REFERRED_FIRST.includes(type))];

export const TYPE_FACTS = Object.fromEntries(
  (resourceTypes as readonly ResourceType[])
    .filter((each) => REFERRED_TYPES.includes(importName(each)))
    .map((each) => [importName(each), factsOf(each)]),
) as unknown as Readonly<Record<ReferredType, ReturnType<typeof factsOf>>>;

/** Returns the name of a resource type on the command line. */
export function importName({ type }: ResourceType): ImportedType {
  return type.replace("clickstack_", "") as ImportedType;
}

function factsOf(resourceType: ResourceType) {
  const { api, collection } = typeWithObjects(resourceType);
  const { type, declaration, construct, importedByDefault = false } = resourceType;
  if (!declaration || !construct) {
    throw new Error(`The resource type ${type} cannot be imported.`);
  }
  return {
    noun: nounOf(resourceType),
    plural: api.plural,
    get shape() {
      return compoundShapeOf(declaration());
    },
    collection,
    /** Class of the managed objects in TypeScript. */
    construct,
    /** True if it is imported without `--type`. Other types are looked up by name. */
    byDefault: importedByDefault,
  };
}

function isInOrganization({ api }: ResourceType): boolean {
  return api?.scope === "organization";
}
