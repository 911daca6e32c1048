import type { ImportModel } from "../../src/cli/code/model/import-model";
import { addressOf, addressVariableOf, tileIdsOf } from "../../src/cli/code/model/imported";
import type { StackJson } from "./constructs/synthesize";

/**
 * Returns the attributes of a resource as Terraform passes them to the provider: references are resolved and templates
 * are evaluated.
 */
export function configurationOf(stack: StackJson, model: ImportModel, address: string): Record<string, unknown> {
  const [type = "", name = ""] = address.split(".");
  const { "//": _, lifecycle: __, ...attributes } = stack.resource?.[type]?.[name] ?? {};
  return evaluated(attributes, valuesByReference(stack, model)) as Record<string, unknown>;
}

function valuesByReference(stack: StackJson, { objects, records }: ImportModel): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const object of objects) {
    values.set(`${addressOf(object)}.id`, object.id);
    for (const [key, id] of Object.entries(tileIdsOf(object))) {
      values.set(`${addressOf(object)}.tile_ids["${key}"]`, id);
    }
    if (object.type === "webhook") {
      values.set(`var.${addressVariableOf(object)}`, String(object.record.url));
    }
  }
  for (const [type, blocks] of Object.entries(stack.data ?? {})) {
    const all = records[type.replace("clickstack_", "") as keyof typeof records];
    for (const [name, { id, name: title }] of Object.entries(blocks)) {
      const found = all.filter((each) => each.id === id || each.name === unescaped(String(title)));
      if (found.length !== 1) {
        throw new Error(`The look-up ${type}.${name} finds ${found.length} objects.`);
      }
      values.set(`data.${type}.${name}.id`, String(found[0]?.id));
    }
  }
  return values;
}

function evaluated(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => evaluated(item, values));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, evaluated(item, values)]));
  }
  if (typeof value !== "string") {
    return value;
  }
  const [, reference] = /^\$\{([^{}]+)\}$/.exec(value) ?? [];
  if (reference === undefined) {
    return unescaped(value);
  }
  const found = values.get(reference);
  if (found === undefined) {
    throw new Error(`Nothing has the value ${reference}.`);
  }
  return found;
}

/** Terraform reads a doubled $ or % before a brace as a single one. */
function unescaped(text: string): string {
  return text.replace(/([$%])\1\{/g, "$1{");
}
