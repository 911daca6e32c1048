import { STATUS_CODES } from "node:http";
import type { Response } from "express";
import { type ZodIssue, type ZodTypeAny, z } from "zod/v3";
import { isUuid, newUuid } from "../ids";
import type { Operation } from "../operation";
import { badRequest, notFound } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredCollection } from "../store";

/** What the text of an error begins with, such as `BAD_REQUEST`. */
function codeWord(status: number): string {
  if (status === 500) {
    return "INTERNAL_ERROR";
  }
  return (STATUS_CODES[status] ?? "Error").toUpperCase().replaceAll(" ", "_");
}

/** `{status, requestId, result}`; without `result` when there is none to tell. */
export function sendResult(res: Response, result?: unknown): void {
  res.status(200).json({ status: 200, requestId: newUuid(), result });
}

/** `{status, error, requestId}` whose text starts with a code word and a colon (docs/internals/api-behavior.md 1.6). */
export const errorBody = (status: number, text: string): Record<string, unknown> => ({
  status,
  error: `${codeWord(status)}: ${text}`,
  requestId: newUuid(),
});

/** Parses a gateway body, or refuses it in the gateway's words (docs/internals/api-behavior.md 1.6, 2.2). */
export function parseBody<T extends ZodTypeAny>(schema: T, body: unknown): z.infer<T> {
  const result = schema.safeParse(body);
  if (result.success) {
    return result.data;
  }
  const issue = result.error.issues[0];
  throw badRequest(issue ? issueText(issue, body) : "request body");
}

/**
 * The object that a path names, refused in the gateway's words. @param param what its document calls the part of the
 * path
 */
export function byUuid<T extends { id: string }>(objects: StoredCollection<T>, id: string, param: string): T {
  if (!isUuid(id)) {
    throw badRequest(`request params.${param}: '${id}'`);
  }
  return objects.find(id, notFound("Unknown Error"));
}

function issueText(issue: ZodIssue, body: unknown): string {
  if (issue.code === "unrecognized_keys") {
    return unknownProperty([...issue.path, issue.keys[0]].join("."));
  }
  const place = ["request body", ...issue.path].join(".");
  const value = valueAt(body, issue.path);
  return `${place}: '${typeof value === "string" ? value : JSON.stringify(value)}'`;
}

const unknownProperty = (name: string): string => `request body property can't be validated: ${name}`;

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined),
    value,
  );
}

/** What the gateway lets through though the server drops it. */
const DROPPED: Readonly<Record<string, readonly string[]>> = { "/sources": ["id"], "/sources/:id": ["id"] };

/** The gateway refuses a top-level property it does not know, before the upstream server sees the body. */
export function checkProperties(operation: Operation, body: unknown, scope: Scope): void {
  const schema = operation.body?.(scope);
  if (!schema || typeof body !== "object" || body === null || Array.isArray(body)) {
    return;
  }
  const names = new Set([...propertiesOf(schema), ...(DROPPED[operation.path] ?? [])]);
  const unknown = Object.keys(body).find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw badRequest(unknownProperty(unknown));
  }
  if (scope.switches.gatewayOfJuly) {
    refuseLater(body);
  }
}

/** The names of all properties that a schema of objects knows. */
function propertiesOf(schema: ZodTypeAny): readonly string[] {
  if (schema instanceof z.ZodObject) {
    return Object.keys(schema.shape);
  }
  if (schema instanceof z.ZodEffects) {
    return propertiesOf(schema.innerType());
  }
  if (schema instanceof z.ZodIntersection) {
    return [schema._def.left, schema._def.right].flatMap(propertiesOf);
  }
  const isUnion = schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion;
  return isUnion ? schema.options.flatMap(propertiesOf) : [];
}

/**
 * What the gateway of July 2026 did not know yet: the difference between its published document and that of the
 * open-source server (docs/internals/api-behavior.md 2.3). That it looks at nested properties too is an assumption
 * (docs/internals/api-behavior.md 8), the stricter one.
 */
const LATER = new Set([
  "channels",
  "formulas",
  "showOperandSeries",
  "seriesLimit",
  "isBroadcastEnabled",
  "isVariableEnabled",
  "variableName",
]);

/** Refuses a body that has one of them. */
function refuseLater(body: unknown, path: readonly string[] = []): void {
  if (typeof body !== "object" || body === null) {
    return;
  }
  for (const [name, value] of Object.entries(body)) {
    if (!Array.isArray(body) && LATER.has(name)) {
      throw badRequest(unknownProperty([...path, name].join(".")));
    }
    refuseLater(value, [...path, name]);
  }
}

/** A response without them. */
export function withoutLater(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutLater);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const known = Object.entries(value).filter(([name]) => !LATER.has(name));
  return Object.fromEntries(known.map(([name, inner]) => [name, withoutLater(inner)]));
}
