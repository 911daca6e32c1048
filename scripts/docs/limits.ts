import { z } from "zod";
import type { Shape } from "../../src/declaration/shape";

interface JsonSchema {
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Returns the limits of a value in addition to its type, as sentences from the declaration's zod checks. */
export function limitsOf(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case "string":
      return shape.values ? [] : [...sizeOf(shape.schema), ...formOf(shape.schema)];
    case "number":
      return shape.values ? [] : sizeOf(shape.schema);
    case "list":
      return [...sizeOf(shape.schema), ...limitsOf(shape.item).map((limit) => `Each: ${lowerFirst(limit)}`)];
    case "map":
      return formOf(shape.key);
    default:
      return [];
  }
}

function sizeOf(schema: z.core.$ZodType): readonly string[] {
  const json = z.toJSONSchema(schema, { unrepresentable: "any" }) as JsonSchema;
  const size = [
    range(json.minLength, json.maxLength, ["character", "characters"]),
    range(json.minItems, json.maxItems, ["element", "elements"]),
    range(known(json.minimum), known(json.maximum), undefined),
  ].find((text) => text !== undefined);
  const whole = json.type === "integer" ? "Whole number" : "";
  if (!size) {
    return whole ? [`${whole}.`] : [];
  }
  return [whole ? `${whole}, ${size}.` : upperFirst(`${size}.`)];
}

/** Drops the limits of exact integers in a double, which are irrelevant to authors. */
function known(limit: number | undefined): number | undefined {
  return limit === undefined || Number.isSafeInteger(limit) === false || Math.abs(limit) === Number.MAX_SAFE_INTEGER
    ? undefined
    : limit;
}

function range(least: number | undefined, most: number | undefined, unit: readonly [string, string] | undefined) {
  const count = (limit: number) => (unit ? `${limit} ${limit === 1 ? unit[0] : unit[1]}` : String(limit));
  if (least !== undefined && least === most) {
    return `exactly ${count(most)}`;
  }
  if (least !== undefined && most !== undefined) {
    return `${least} to ${count(most)}`;
  }
  if (most !== undefined) {
    return `up to ${count(most)}`;
  }
  return least === undefined ? undefined : `at least ${count(least)}`;
}

/** Returns the sentence with which the declaration rejects a text of the wrong form. */
function formOf(schema: z.core.$ZodType): readonly string[] {
  const sizes = new Set(["too_small", "too_big"]);
  const issues = z.safeParse(schema, "\0").error?.issues.filter((issue) => !sizes.has(issue.code)) ?? [];
  return issues.map(({ message }) => `${message.replace(/\.$/, "")}.`);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
