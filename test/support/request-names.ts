import { nameInOneTimeName } from "../../src/client";
import type { ProxiedRequest, ProxiedResponse } from "./fault-proxy";

export type Operation = "list" | "read" | "create" | "update" | "delete" | "validate" | "query";

/** What a request does, in words that stay the same from run to run: no ids, no numbers of arrival. */
export interface NamedRequest {
  readonly operation: Operation;
  /** The collection in the path, such as `saved-searches`. */
  readonly collection: string;
  /** The name that the object has on the server just then, or is to get when it was created; empty for a list. */
  readonly object: string;
}

/** `update alerts`: what the same code sends, whatever the object. */
export function kindOf({ operation, collection }: NamedRequest): string {
  return `${operation} ${collection}`;
}

/** `update alerts "Errors"`. */
export function textOf(named: NamedRequest): string {
  return named.object === "" ? kindOf(named) : `${kindOf(named)} "${named.object}"`;
}

const PREFIX =
  /^\/(?:api\/v2|v1\/organizations\/[^/]+\/services\/[^/]+\/clickstack|v1\/organizations\/[^/]+)\/([^/?]+)(?:\/([^/?]+))?/;

const OPERATIONS: Readonly<Record<string, Operation>> = { PUT: "update", PATCH: "update", DELETE: "delete" };

/** Names requests by what they are about. Learns the names of objects from the server's responses. */
export class RequestNames {
  readonly #names = new Map<string, string>();

  /** The name of a request that is about to be handled. */
  of({ method, path, body }: ProxiedRequest): NamedRequest {
    const [, collection = path, item] = PREFIX.exec(path) ?? [];
    if (item === "validate" || item === "series") {
      return { operation: item === "series" ? "query" : "validate", collection, object: nameIn(body) };
    }
    if (item !== undefined) {
      return { operation: OPERATIONS[method] ?? "read", collection, object: this.#names.get(item) ?? item };
    }
    return method === "POST"
      ? { operation: "create", collection, object: nameIn(body) }
      : { operation: "list", collection, object: "" };
  }

  /** Takes down the names of the objects in a response. */
  learn(_request: ProxiedRequest, { body }: ProxiedResponse): void {
    const value = parsed(body.toString("utf8"));
    for (const record of recordsOf(value?.data ?? value?.result)) {
      const { id, name } = record;
      if (typeof id === "string" && typeof name === "string") {
        this.#names.set(id, nameInOneTimeName(name));
      }
    }
  }
}

type Fields = Readonly<Record<string, unknown>>;

function recordsOf(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) {
    return value.filter(isFields);
  }
  if (!isFields(value)) {
    return [];
  }
  return isFields(value.key) ? [value.key] : [value];
}

function nameIn(body: string): string {
  const { name } = parsed(body) ?? {};
  return typeof name === "string" ? nameInOneTimeName(name) : "";
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
