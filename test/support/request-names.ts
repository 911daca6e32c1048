import { nameInOneTimeName } from "../../src/client";
import type { ProxiedRequest, ProxiedResponse } from "./fault-proxy";

export type Operation = "list" | "read" | "create" | "update" | "delete" | "validate" | "query";

/** Description of a request that is the same in each run: without ids and numbers. */
export interface NamedRequest {
  readonly operation: Operation;
  /** Collection in the path, such as `saved-searches`. */
  readonly collection: string;
  /** Current name of the object on the server, or its name in a create request. Empty for a list. */
  readonly object: string;
}

/** Returns a kind such as `update alerts`, which is the same for all objects of a type. */
export function kindOf({ operation, collection }: NamedRequest): string {
  return `${operation} ${collection}`;
}

/** Returns a text such as `update alerts "Errors"`. */
export function textOf(named: NamedRequest): string {
  return named.object === "" ? kindOf(named) : `${kindOf(named)} "${named.object}"`;
}

const PREFIX =
  /^\/(?:api\/v2|v1\/organizations\/[^/]+\/services\/[^/]+\/clickstack|v1\/organizations\/[^/]+)\/([^/?]+)(?:\/([^/?]+))?/;

const OPERATIONS: Readonly<Record<string, Operation>> = { PUT: "update", PATCH: "update", DELETE: "delete" };

/** Describes requests by their objects. It learns the names of objects from the server's responses. */
export class RequestNames {
  readonly #names = new Map<string, string>();

  /** Returns the description of a request before it is handled. */
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

  /** Records the names of the objects in a response. */
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
