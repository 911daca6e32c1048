import type { DeclaredFields } from "../../../declaration/field";
import { withoutServerDefaults } from "../../../declaration/server-defaults";
import { type ObjectShape, shapeOf, type VariantsShape } from "../../../declaration/shape";
import type { ObjectValue } from "../../../plugin/values/value";
import { resourceTypes } from "../../../resources/registry";
import { objectFromTerraform } from "../../../resources/shared/terraform-form";

type Managed = Extract<(typeof resourceTypes)[number], { readonly construct: string }>;

/** A resource type whose changes can be adopted, without the prefix `clickstack_`. */
export type AdoptedType = Managed["type"] extends `clickstack_${infer Name}` ? Name : never;

const PREFIX = "clickstack_";

const managed = new Map(
  resourceTypes.flatMap((each) => ("construct" in each ? [[each.type.slice(PREFIX.length), each] as const] : [])),
);

/** Returns the adopted type of a resource in Terraform; undefined for resources of other providers. */
export function adoptedTypeOf(type: string): AdoptedType | undefined {
  const name = type.slice(PREFIX.length);
  return type.startsWith(PREFIX) && managed.has(name) ? (name as AdoptedType) : undefined;
}

/** Returns the class of the managed objects in TypeScript, such as `Dashboard`. */
export function constructOf(type: AdoptedType): string {
  return managedType(type).construct;
}

/** Returns the declaration of the provider's resource. */
export function shapeOfType(type: AdoptedType): ObjectShape | VariantsShape {
  return shapeOf(managedType(type).declaration()) as ObjectShape | VariantsShape;
}

function managedType(type: AdoptedType): Managed {
  const found = managed.get(type);
  if (!found) {
    throw new Error(`The resource type ${type} has no construct.`);
  }
  return found;
}

/** Returns the declaration of an object in a plan, without server defaults. */
export function readDeclaredFields(type: AdoptedType, attributes: unknown): DeclaredFields {
  const shape = shapeOfType(type);
  return withoutServerDefaults(shape, objectFromTerraform(shape, attributes as ObjectValue)) as DeclaredFields;
}
