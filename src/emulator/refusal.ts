import { type RefinementCtx, type ZodIssue, z } from "zod/v3";
import { isObjectId } from "./ids";

/**
 * How the open-source server words a refusal: JSON `{message}`, JSON `{error}`, or plain text
 * (docs/internals/api-behavior.md 3.4).
 */
export type RefusalStyle = "message" | "error" | "text";

/** A request that gets an error status. Thrown by operations, worded by the deployment. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly style: RefusalStyle = "message",
  ) {
    super(text);
  }
}

export const badRequest = (text: string): Refusal => new Refusal(400, text);
export const notFound = (text: string): Refusal => new Refusal(404, text);
/** The plain text `Not Found` of dashboards and connections. */
export const notFoundText = (): Refusal => new Refusal(404, "Not Found", "text");

/** The failed part of a request and why. */
export interface FailedPart {
  name: "Body" | "Params" | "Query";
  issues: readonly ZodIssue[];
}

/**
 * `Body validation failed: <path>: <text>; <text>; Params validation failed: ...` (docs/internals/api-behavior.md 3.4).
 */
export function formatParts(parts: readonly FailedPart[]): string {
  return parts.map(({ name, issues }) => `${name} validation failed: ${issues.map(formatIssue).join("; ")}`).join("; ");
}

export function formatIssue(issue: ZodIssue): string {
  return issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message;
}

/** An id of a stored object. Refused as `Invalid ObjectId`. */
export const objectId = z.string().refine(isObjectId, "Invalid ObjectId");

/**
 * One of some texts, in the way of an enumeration of TypeScript: a refusal names a received number as it names a text.
 */
export function nativeEnum<T extends string>(...values: readonly T[]) {
  return z.nativeEnum(Object.fromEntries(values.map((value) => [value, value])) as { [Value in T]: Value });
}

/** The path parameter `id`. */
export const idParams = z.object({ id: objectId });

/** Notes what is wrong with a body, in the server's words. @param path where, below what is checked */
export function addProblem(ctx: RefinementCtx, message: string, ...path: (string | number)[]): void {
  ctx.addIssue({ code: z.ZodIssueCode.custom, path, message });
}
