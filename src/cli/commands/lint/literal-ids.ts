import { canBeId, isKnownIdForm } from "../../../id-forms";
import { resourceTypes } from "../../../resources/registry";
import type { ResourceType } from "../../../resources/resource-type";
import { fieldValues } from "./fields";
import type { LintedObject } from "./linted-objects";

/** Types whose objects the client can list. */
export const LISTED_TYPES: readonly ResourceType[] = resourceTypes.filter(
  (each: ResourceType) => each.api !== undefined,
);

/** A literal id of another object. */
interface LiteralId {
  readonly id: string;
  readonly path: readonly (string | number)[];
  /** Key of the tile that contains it. */
  readonly tile: string | undefined;
  /** Undefined if the field does not name the type. */
  readonly resourceType: ResourceType | undefined;
}

/** Lists the literal ids in fields that refer to other objects, such as `sourceId`. */
export function literalIdsIn(object: LintedObject): readonly LiteralId[] {
  return fieldValues(object).flatMap(({ path, value, siblings }) => {
    const resourceType = referredType(path);
    if (
      typeof value !== "string" ||
      !(resourceType ? canBeId(value) : isKnownIdForm(value) && isReference(path, siblings))
    ) {
      return [];
    }
    const [first, key] = path;
    const tile = first === "tiles" && typeof key === "string" ? key : undefined;
    return [{ id: value, path, tile, resourceType }];
  });
}

function isReference(path: readonly (string | number)[], siblings: unknown): boolean {
  const name = path.findLast((step) => typeof step === "string");
  const isTarget = name === "id" && (siblings as { readonly mode?: unknown } | undefined)?.mode === "id";
  return isTarget || (typeof name === "string" && /[a-z]Ids?$/.test(name));
}

/** Returns the type that a field such as `traceSourceId`, `appliesToSourceIds` or `connection` refers to. */
function referredType(path: readonly (string | number)[]): ResourceType | undefined {
  const field = path.findLast((step) => typeof step === "string");
  const reference = typeof field === "string" ? /^(\w+?)(?:Ids?)?$/.exec(field)?.[1]?.toLowerCase() : undefined;
  return LISTED_TYPES.find(({ type }) => reference?.endsWith(type.replace(/^clickstack_/, "").replaceAll("_", "")));
}
