import { type RefinementCtx, type ZodIssue, z } from "zod/v3";
import { isObjectId } from "./ids";

/**
 * Thrown by an operation to return an error status. The deployment chooses the format. The open-source server writes
 * JSON `{message}`, JSON `{error}`, or plain text (docs/internals/api-behavior.md 3.4).
 */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly style: "message" | "error" | "text" = "message",
  ) {
    super(text);
  }
}

/** Returns the value, or throws the refusal if the value is undefined. */
export function found<T>(value: T | undefined, refusal: Refusal): T {
  if (value === undefined) {
    throw refusal;
  }
  return value;
}

export const badRequest = (text: string): Refusal => new Refusal(400, text);
export const notFound = (text: string): Refusal => new Refusal(404, text);
/** Plain text `Not Found` of dashboards and connections. */
export const notFoundText = (): Refusal => new Refusal(404, "Not Found", "text");

export function formatIssue(issue: ZodIssue): string {
  return issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message;
}

/** Id of a stored object. Other texts are rejected as `Invalid ObjectId`. */
export const objectIdText = z.string().refine(isObjectId, "Invalid ObjectId");

/** One of several texts, validated like a TypeScript enum: the message shows a received number as if it were a text. */
export function nativeEnum<T extends string>(...values: readonly T[]) {
  return z.nativeEnum(Object.fromEntries(values.map((value) => [value, value])) as { [Value in T]: Value });
}

/** Adds a problem of a body in the server's words. `path` starts at the validated value. */
export function addProblem(ctx: RefinementCtx, message: string, ...path: (string | number)[]): void {
  ctx.addIssue({ code: z.ZodIssueCode.custom, path, message });
}
