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

/** Returns a value as code in the form of its field. Undefined for a value that has this form, or that may be secret. */
function codeInForm(shape: Shape, path: IssuePath, declared: unknown): string | undefined {
  const { shape: outer, meta } = fieldAt(shape, declared, path) ?? {};
  const form = outer?.kind === "list" && typeof path.at(-1) === "number" ? outer.item : outer;
  return form && !meta?.sensitive && !meta?.refusedUnseen ? inForm(form, valueAt(declared, path)) : undefined;
}

function inForm(form: Shape, value: unknown): string | undefined {
  const isText = typeof value === "string";
  switch (form.kind) {
    case "string":
      return Array.isArray(value) && value.every((each) => typeof each === "string")
        ? JSON.stringify(value.join(", "))
        : undefined;
    case "number":
      return isText && /^\d+$/.test(value) ? value : undefined;
    case "list":
      return isText && form.item.kind === "string" ? `[${JSON.stringify(value)}]` : undefined;
    case "object": {
      const [only, ...others] = Object.values(form.fields).filter(({ required }) => required);
      const isPart = isText && others.length === 0 && only?.shape.kind === "string" && !only.meta.sensitive;
      return isPart ? `{ ${only.name}: ${JSON.stringify(value)} }` : undefined;
    }
    default:
      return undefined;
  }
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
