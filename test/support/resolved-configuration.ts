import { addressOf } from "../../src/cli/import/model/imported";
import type { Model } from "../../src/cli/import/model/model";
import type { StackJson } from "../constructs/synthesise";

/** The attributes of a resource as Terraform hands them to the provider: references looked up, templates evaluated. */
export function configurationOf(stack: StackJson, model: Model, address: string): Record<string, unknown> {
  const [type = "", name = ""] = address.split(".");
  const { "//": _, lifecycle: __, ...attributes } = stack.resource?.[type]?.[name] ?? {};
  return evaluated(attributes, idsByAddress(stack, model)) as Record<string, unknown>;
}

function idsByAddress(stack: StackJson, { objects, records }: Model): ReadonlyMap<string, string> {
  const ids = new Map(objects.map((each) => [addressOf(each), each.id]));
  for (const [type, blocks] of Object.entries(stack.data ?? {})) {
    const all = records[type.replace("clickstack_", "") as keyof typeof records];
    for (const [name, { id, name: title }] of Object.entries(blocks)) {
      const found = all.filter((each) => each.id === id || each.name === unescaped(String(title)));
      if (found.length !== 1) throw new Error(`The look-up ${type}.${name} finds ${found.length} objects.`);
      ids.set(`data.${type}.${name}`, String(found[0]?.id));
    }
  }
  return ids;
}

function evaluated(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => evaluated(item, ids));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, evaluated(item, ids)]));
  }
  if (typeof value !== "string") return value;
  const [, address] = /^\$\{([\w.-]+)\.id\}$/.exec(value) ?? [];
  return address === undefined ? unescaped(value) : (ids.get(address) ?? value);
}

/** Terraform reads doubled signs before a brace as one. */
function unescaped(text: string): string {
  return text.replace(/([$%])\1\{/g, "$1{");
}
