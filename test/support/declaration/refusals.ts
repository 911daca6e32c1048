import type { z } from "zod";
import type { IssuePath } from "../../../src/declaration/rules";
import { shapeOf } from "../../../src/declaration/shape";
import { type IsUnknown, validate, validateWithWarnings } from "../../../src/declaration/validate";

/** Represents a value that is not known yet. Every test function has its own predicate for unknown values. */
export const UNKNOWN = Symbol("not known yet");
export const isUnknown: IsUnknown = (value) => value === UNKNOWN;

/** Returns the refusals of a declaration for a value, each as `path: sentence`. */
export function refusals(declaration: z.ZodType, value: unknown): string[] {
  return validate(shapeOf(declaration), value, isUnknown).map(({ path, message }) => `${pathText(path)}: ${message}`);
}

/** Returns the warnings of a declaration for a value that it accepts, each as `path: value`. */
export function unknownValues(declaration: z.ZodType, value: unknown): string[] {
  const { issues, warnings } = validateWithWarnings(shapeOf(declaration), value, isUnknown, ({ name }) => name);
  expect(issues).toEqual([]);
  return warnings.map(({ path, message }) => `${pathText(path)}: ${message.split(" is not known to ")[0]}`);
}

/** Returns the refusals and the warnings of a declaration for a value. */
export function complaints(declaration: z.ZodType, value: unknown): string[] {
  const { issues, warnings } = validateWithWarnings(shapeOf(declaration), value, isUnknown, ({ name }) => name);
  return [...issues, ...warnings].map(({ message }) => message);
}

function pathText(path: IssuePath): string {
  return path.map((step) => (typeof step === "object" ? `{${step.key}}` : String(step))).join(".");
}
