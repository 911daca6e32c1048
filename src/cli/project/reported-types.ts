import * as z from "zod";
import { type CompoundShape, compoundShapeOf } from "../../declaration/shape";
import { resourceTypes } from "../../resources/registry";
import { nounOf, type ResourceType } from "../../resources/resource-type";
import type { ReadonlyDocument } from "../terminal/json-document";

/** Words for an object, as documents contain them. */
export const reportedObject = z.object({
  type: z.string().describe("Terraform's resource type."),
  noun: z.string().describe("Such as `dashboard`, `alert` or `key`."),
  name: z.string().describe("The name of the object for people."),
  place: z.string().optional().describe("Where the object is, such as the tile that an alert watches."),
});

export const unmanagedObject = z.object({
  ...reportedObject.shape,
  id: z.string(),
  adoptable: z
    .boolean()
    .optional()
    .describe("True for an alert on a tile of a managed dashboard: `adopt --include-unmanaged` adds it to the code."),
});

export type UnmanagedObject = ReadonlyDocument<typeof unmanagedObject>;

interface ReportedType {
  readonly type: string;
  readonly noun: string;
  readonly plural: string;
  /** The declaration; undefined for a type of another provider. */
  readonly shape?: CompoundShape;
}

const TYPES: readonly ReportedType[] = (resourceTypes as readonly ResourceType[])
  .filter(({ resource }) => resource)
  .map(reported);

export function reported(resourceType: ResourceType): ReportedType {
  const { type, api, shortNoun, declaration } = resourceType;
  const noun = shortNoun ?? nounOf(resourceType);
  const plural = api?.plural ?? noun;
  return {
    type,
    noun,
    plural: plural.charAt(0).toUpperCase() + plural.slice(1),
    get shape() {
      return declaration && compoundShapeOf(declaration());
    },
  };
}

export const DASHBOARD = reportedType("clickstack_dashboard");
export const ALERT = reportedType("clickstack_alert");
export const API_KEY = reportedType("clickstack_api_key");
export const SAVED_SEARCH = reportedType("clickstack_saved_search");

/** Words for a resource type. They are derived from its name if this version does not know the type. */
export function reportedType(type: string): ReportedType {
  const known = TYPES.find((each) => each.type === type);
  return known ?? { type, noun: type.replace(/^clickstack_/, "").replaceAll("_", " "), plural: type };
}

/** Returns the position of a type in reports. Unknown types come last. */
export function rankOfType(type: string): number {
  const index = TYPES.findIndex((each) => each.type === type);
  return index < 0 ? TYPES.length : index;
}
