import { resourceTypes } from "../../resources/registry";
import type { ResourceType } from "../../resources/resource-type";

/** Types whose objects the client can list. */
export const LISTED_TYPES: readonly ResourceType[] = resourceTypes.filter(
  (each: ResourceType) => each.api !== undefined,
);

/** Returns the type that a field such as `traceSourceId`, `appliesToSourceIds` or `connection` refers to. */
export function referredType(path: readonly (string | number)[]): ResourceType | undefined {
  const field = path.findLast((step) => typeof step === "string");
  const reference = typeof field === "string" ? /^(\w+?)(?:Ids?)?$/.exec(field)?.[1]?.toLowerCase() : undefined;
  return LISTED_TYPES.find(({ type }) => reference?.endsWith(type.replace(/^clickstack_/, "").replaceAll("_", "")));
}
