import { isSensitive } from "../../drawing";
import { fieldsByAttribute, fromAttributes } from "../../schema/attribute-form";
import type { Fields } from "../../schema/field";
import { kindOf, type Shape, variantOf } from "../../schema/shape";
import { isNull } from "./shown";

/** What a part is, in a few words: its kind where it has kinds, and its name. Undefined for a part that has neither. */
export function partSummary(shape: Shape | undefined, value: unknown): string | undefined {
  if (shape?.kind !== "object" || isNull(value) || isSensitive(value)) return undefined;
  const words = [...fieldsByAttribute(shape)].flatMap(([attribute, field]) => {
    const inner = (value as Fields)[attribute];
    if (attribute === "name" && isSensitive(inner)) return [String(inner)];
    if (attribute === "name" && typeof inner === "string") return [JSON.stringify(inner)];
    return field.shape.kind === "variants" && !isNull(inner) ? [kindText(field.shape, inner)] : [];
  });
  return words.length > 0 ? words.reverse().join(" ") : undefined;
}

function kindText(shape: Extract<Shape, { kind: "variants" }>, value: unknown): string {
  if (isSensitive(value)) return String(value);
  const variant = variantOf(shape, fromAttributes(shape, value, isSensitive) as Fields);
  return (variant && kindOf(variant)) ?? "";
}
