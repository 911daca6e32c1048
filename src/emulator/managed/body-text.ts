import type { ZodIssue, ZodTypeAny, z } from "zod/v3";
import { badRequest } from "../refusal";

/** Parses a gateway body, or refuses it in the gateway's words (docs/internals/api-behavior.md 1.6, 2.2). */
export function parseBody<T extends ZodTypeAny>(schema: T, body: unknown): z.infer<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw badRequest(issue ? issueText(issue, body) : "request body");
}

function issueText(issue: ZodIssue, body: unknown): string {
  if (issue.code === "unrecognized_keys") return unknownProperty([...issue.path, issue.keys[0]].join("."));
  const place = ["request body", ...issue.path].join(".");
  return `${place}: '${display(valueAt(body, issue.path))}'`;
}

export const unknownProperty = (name: string): string => `request body property can't be validated: ${name}`;

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined),
    value,
  );
}

const display = (value: unknown): string => (typeof value === "string" ? value : String(JSON.stringify(value)));
