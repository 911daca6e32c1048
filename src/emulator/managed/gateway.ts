import { STATUS_CODES } from "node:http";
import type { Response } from "express";
import { type ZodTypeAny, z } from "zod/v3";
import { isUuid, newUuid } from "../ids";
import type { EmulatorOperation } from "../operation";
import { badRequest, notFound } from "../refusal";
import type { Runtime, Scope } from "../runtime";
import type { StoredKey } from "../state";
import type { StoredCollection } from "../store";

/** Context of an operation of the cloud API, including the key of the request. */
export interface ManagedScope extends Runtime {
  key: StoredKey;
}

/** Id in the path and body of a request of the cloud API. */
export interface ManagedRequest {
  id: string;
  body: unknown;
}

export type ScopedHandler = (scope: ManagedScope, request: ManagedRequest) => unknown;

export type ManagedOperations = Record<"list" | "get" | "create" | "patch" | "delete", ScopedHandler>;

/** Sends `{status, requestId, result}`, without `result` if there is none. */
export function sendResult(res: Response, result?: unknown): void {
  res.status(200).json({ status: 200, requestId: newUuid(), result });
}

/**
 * Returns `{status, error, requestId}`. The text starts with a code word such as `BAD_REQUEST` and a colon
 * (docs/internals/api-behavior.md 1.6).
 */
export function errorBody(status: number, text: string): Record<string, unknown> {
  const name = status === 500 ? "Internal Error" : (STATUS_CODES[status] ?? "Error");
  return { status, error: `${name.toUpperCase().replaceAll(" ", "_")}: ${text}`, requestId: newUuid() };
}

/** Parses a body. Throws a refusal in the words of the gateway (docs/internals/api-behavior.md 1.6, 2.2). */
export function parseBody<T extends ZodTypeAny>(schema: T, body: unknown): z.infer<T> {
  const result = schema.safeParse(body);
  if (result.success) {
    return result.data;
  }
  const [issue] = result.error.issues;
  if (issue?.code === "unrecognized_keys") {
    throw badRequest(unknownProperty([...issue.path, issue.keys[0]].join(".")));
  }
  const path = issue?.path ?? [];
  const value = valueAt(body, path);
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  throw badRequest(`${["request body", ...path].join(".")}: '${shown}'`);
}

/**
 * Returns the object with the id of a path. Throws a refusal in the words of the gateway.
 * @param param the name of the path parameter in the gateway's document
 */
export function byUuid<T extends { id: string }>(objects: StoredCollection<T>, id: string, param: string): T {
  if (!isUuid(id)) {
    throw badRequest(`request params.${param}: '${id}'`);
  }
  return objects.find(id, notFound("Unknown Error"));
}

const unknownProperty = (name: string): string => `request body property can't be validated: ${name}`;

/** Returns the value at a path below a value, or undefined. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined),
    value,
  );
}

/** The gateway rejects an unknown top-level property before the request reaches the upstream server. */
export function checkProperties(operation: EmulatorOperation, body: unknown, scope: Scope): void {
  const schema = operation.body?.(scope);
  if (!schema || typeof body !== "object" || body === null || Array.isArray(body)) {
    return;
  }
  // The gateway accepts the id of a source although the server drops it.
  const dropped = operation.path.startsWith("/sources") ? ["id"] : [];
  const names = [...propertiesOf(schema), ...dropped];
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw badRequest(unknownProperty(unknown));
  }
  if (scope.switches.gatewayOfJuly) {
    refuseLater(body);
  }
}

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
 * Properties that the gateway of July 2026 did not know: the difference between its published document and that of the
 * open-source server (docs/internals/api-behavior.md 2.3). The emulator assumes the stricter case: the gateway also
 * checks nested properties (docs/internals/api-behavior.md 8).
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

/** Rejects a body that contains one of these properties. */
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

/** Returns a response without these properties. A deletion has no result. */
export function withoutLater(value: unknown): unknown {
  const text = JSON.stringify(value, (name, inner) => (LATER.has(name) ? undefined : inner));
  return text === undefined ? undefined : JSON.parse(text);
}
