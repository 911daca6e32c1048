import { type ZodIssue, z } from "zod/v3";
import { isObjectId } from "./ids";

/** The failed part of a request and why. */
export interface Part {
  name: "Body" | "Params" | "Query";
  issues: readonly ZodIssue[];
}

/** `Body validation failed: <path>: <text>; <text>; Params validation failed: ...` (docs/internals/api-behavior.md 3.4). */
export function formatParts(parts: readonly Part[]): string {
  return parts.map(({ name, issues }) => `${name} validation failed: ${issues.map(formatIssue).join("; ")}`).join("; ");
}

export function formatIssue(issue: ZodIssue): string {
  return issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message;
}

/** An id of a stored object. Refused as `Invalid ObjectId`. */
export const objectId = z.string().refine(isObjectId, "Invalid ObjectId");

/** The path parameter `id`. */
export const idParams = z.object({ id: objectId });

export const custom = z.ZodIssueCode.custom;
