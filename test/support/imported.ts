import type { Attribute, ObjectValue, Resource, Schema, Value } from "../../src/plugin";
import type { Session } from "../../src/resources/shared/session";
import type { Held, ProviderRun } from "./provider-in-process";

/** Returns the result of `import` for an existing object. */
export async function imported(run: ProviderRun, resource: Resource<Session>, id: string): Promise<Held> {
  const held = await run.refresh(resource, { state: { id }, private: {} });
  if (!held) {
    throw new Error(`There is no ${id} to import.`);
  }
  return held;
}

/** Returns the configuration that results in the state of an object: every value that can be declared. */
export function configurationOf({ attributes = {} }: Schema, state: ObjectValue): ObjectValue {
  return declarable(attributes, state);
}

function declarable(attributes: Readonly<Record<string, Attribute>>, value: ObjectValue): ObjectValue {
  const entries = Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!attribute.optional && !attribute.required) {
      return [];
    }
    return [[name, nested(attribute, value[name] ?? null)] as const];
  });
  return Object.fromEntries(entries);
}

function nested({ nested: inner }: Attribute, value: Value): Value {
  if (!inner || value === null) {
    return value;
  }
  const each = (item: Value) => declarable(inner.attributes, item as ObjectValue);
  if (Array.isArray(value)) {
    return value.map(each);
  }
  if (inner.nesting === "single") {
    return each(value);
  }
  return Object.fromEntries(Object.entries(value as ObjectValue).map(([key, item]) => [key, each(item)]));
}
