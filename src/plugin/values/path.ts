import type { Type } from "./type";

/** Path to a value: a string is an attribute name, `{key}` a map key, a number a list index. */
export type AttributePath = readonly (string | number | { readonly key: string })[];

/** Returns the path as text for messages: `tiles["errors"].select[0].level`. */
export function pathText(path: AttributePath): string {
  return path.map(stepText).join("");
}

/**
 * Returns the part of the path that Terraform can address. It ends before a step into a set, whose elements have no
 * names, and before a step that the type does not have. An attribute name becomes the key of a map that has no
 * attributes: a resource may store an object as a map.
 */
export function cutToAddressable(path: AttributePath, type: Type): AttributePath {
  let at: Type | undefined = type;
  const steps: AttributePath[number][] = [];
  for (const name of path) {
    const step = typeof name === "string" && isMapOfLeaves(at) ? { key: name } : name;
    at = stepInto(at, step);
    if (at === undefined) {
      return steps;
    }
    steps.push(step);
  }
  return steps;
}

function isMapOfLeaves(type: Type): boolean {
  return typeof type === "object" && "map" in type && typeof type.map === "string";
}

function stepInto(type: Type, step: AttributePath[number]): Type | undefined {
  if (type === "dynamic") {
    return "dynamic";
  }
  if (typeof type === "string" || "set" in type) {
    return undefined;
  }
  if (typeof step === "string") {
    return "object" in type ? type.object[step] : undefined;
  }
  if (typeof step === "number") {
    return "list" in type ? type.list : "tuple" in type ? type.tuple[step] : undefined;
  }
  return "map" in type ? type.map : undefined;
}

function stepText(step: AttributePath[number], index: number): string {
  if (typeof step === "string") {
    return index === 0 ? step : `.${step}`;
  }
  return typeof step === "number" ? `[${step}]` : `[${JSON.stringify(step.key)}]`;
}
