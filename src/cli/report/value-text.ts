import { SensitiveValue } from "../../drawing";
import type { Shown } from "./model";

const NOT_SET = "(not set)";
const UNKNOWN = "(known after apply)";
const REMARKS: readonly string[] = [NOT_SET, SensitiveValue.TEXT, UNKNOWN];

/** Texts longer than this are cut where they stand in a line. */
const LONGEST = 160;

/** Whether a text of `valueText` speaks about a value instead of being one. */
export function isRemark(text: string): boolean {
  return REMARKS.includes(text);
}

/** A shown value in one line. */
export function valueText(shown: Shown): string {
  switch (shown.kind) {
    case "absent":
      return NOT_SET;
    case "sensitive":
      return SensitiveValue.TEXT;
    case "unknown":
      return UNKNOWN;
    default:
      return shorten(plainText(shown.value));
  }
}

function plainText(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value.replaceAll("\n", "\\n");
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return `[${value.join(", ")}]`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value) ?? "";
  return Object.entries(value)
    .map(([name, item]) => `${name}: ${typeof item === "object" ? JSON.stringify(item) : item}`)
    .join(", ");
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
