import type { z } from "zod";
import type { IssuePath } from "../../../src/declaration/rules";
import { shapeOf } from "../../../src/declaration/shape";
import { type IsUnknown, validate } from "../../../src/declaration/validate";

/** A value that is not known yet. Any predicate will do, so tests use a separate one. */
export const UNKNOWN = Symbol("not known yet");
export const isUnknown: IsUnknown = (value) => value === UNKNOWN;

/** Returns the refusals of a declaration for a value, each as `path: sentence`. */
export function refusals(declaration: z.ZodType, value: unknown): string[] {
  return validate(shapeOf(declaration), value, isUnknown).map(({ path, message }) => `${pathText(path)}: ${message}`);
}

function pathText(path: IssuePath): string {
  return path.map((step) => (typeof step === "object" ? `{${step.key}}` : String(step))).join(".");
}
