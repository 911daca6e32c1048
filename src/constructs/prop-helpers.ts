import type { ReferredObject } from "../declaration/field";
import { fieldAt } from "../declaration/references";
import type { IssuePath } from "../declaration/rules";
import type { Shape } from "../declaration/shape";
import { codeOf } from "./prop-forms";

/** Classes that look up an object by its name, with an example of a name. */
const LOOK_UPS: Partial<Record<ReferredObject, readonly [construct: string, name: string]>> = {
  source: ["Source", "Logs"],
  connection: ["Connection", "Default"],
  webhook: ["Webhook", "Slack"],
  saved_search: ["SavedSearch", "Errors"],
  dashboard: ["Dashboard", "Checkout"],
};

/** Returns a sentence that names the helper for a refused value, or "" if no helper creates such values. */
export function helperFor(shape: Shape, path: IssuePath, declared: unknown): string {
  const code = helperCode(shape, path, declared) ?? codeInForm(shape, path, declared);
  return code === undefined ? "" : ` Use ${code}.`;
}

function helperCode(shape: Shape, path: IssuePath, declared: unknown): string | undefined {
  const field = path.findLast((step) => typeof step === "string");
  const { name = "", meta } = fieldAt(shape, declared, path) ?? {};
  const { refersTo, propName = name } = meta ?? {};
  const [construct, example] = (refersTo && LOOK_UPS[refersTo]) ?? [];
  if (construct !== undefined && example !== undefined) {
    const member = propName.endsWith("Id") ? ".id" : "";
    return `${construct}.byName(this, ${codeOf(valueAt(declared, path), example)})${member}`;
  }
  if (field === "config" && valueAt(declared, path) === undefined) {
    return "tile.line({ ... }) or another function of tile";
  }
  if (field === "type" && path.at(-2) === "onClick") {
    return "onClick.dashboard(dashboard), onClick.search(source) or onClick.external(address)";
  }
  return field === "select" && typeof path.at(-1) !== "object" ? selectCode(path, declared) : undefined;
}

/** Returns a text, or a list of texts, as code in the form of its field. Undefined for other and for sensitive values. */
function codeInForm(shape: Shape, path: IssuePath, declared: unknown): string | undefined {
  const { shape: outer, meta } = fieldAt(shape, declared, path) ?? {};
  const form = outer?.kind === "list" && typeof path.at(-1) === "number" ? outer.item : outer;
  const value = valueAt(declared, path);
  if (!form || meta?.sensitive || meta?.refusedUnseen || typeof [value].flat()[0] !== "string") {
    return undefined;
  }
  const code = JSON.stringify(Array.isArray(value) ? value.join(", ") : value);
  if (Array.isArray(value)) {
    return form.kind === "string" ? code : undefined;
  }
  const [only, ...others] = form.kind === "object" ? Object.values(form.fields).filter((each) => each.required) : [];
  if (only?.shape.kind === "string" && others.length === 0 && !only.meta.sensitive) {
    return `{ ${only.name}: ${code} }`;
  }
  return form.kind === "list" && form.item.kind === "string" ? `[${code}]` : undefined;
}

/** Returns the values of a chart as code, if they are neither a list of objects nor the columns of a search. */
function selectCode(path: IssuePath, declared: unknown): string | undefined {
  const at = path.lastIndexOf("select");
  const { displayType } = (valueAt(declared, path.slice(0, at)) ?? {}) as { readonly displayType?: unknown };
  const value = valueAt(declared, path.slice(0, at + 1));
  const isListOfObjects = Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null);
  if (isListOfObjects || displayType === "search" || displayType === "event_patterns") {
    return undefined;
  }
  return displayType === "heatmap" ? '[{ valueExpression: "Duration" }]' : "[count()]";
}

/** Returns the value at a path of a declaration, or undefined. */
function valueAt(value: unknown, path: IssuePath): unknown {
  return path.reduce<unknown>((part, step) => {
    const key = typeof step === "object" ? step.key : step;
    return typeof part === "object" && part !== null && Object.hasOwn(part, key) ? Reflect.get(part, key) : undefined;
  }, value);
}
