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
  /** Undefined for a tile. */
  readonly resourceType: ResourceType | undefined;
}

/** Lists the literal ids in fields that refer to other objects, such as `sourceId`. */
export function literalIdsIn(object: LintedObject): readonly LiteralId[] {
  return fieldValues(object).flatMap(({ path, value, fields }) => {
    const refersTo = fields.at(-1)?.meta.refersTo;
    const resourceType = LISTED_TYPES.find(({ type }) => type === `clickstack_${refersTo}`);
    if (refersTo === undefined || typeof value !== "string" || !(resourceType ? canBeId : isKnownIdForm)(value)) {
      return [];
    }
    const [first, key] = path;
    const tile = first === "tiles" && typeof key === "string" ? key : undefined;
    return [{ id: value, path, tile, resourceType }];
  });
}
