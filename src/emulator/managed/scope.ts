import type { Runtime } from "../runtime";
import type { StoredKey } from "../state";

/** Context of an operation of the cloud API, including the key of the request. */
export interface ManagedScope extends Runtime {
  key: StoredKey;
}

/** Id in the path and body of a request of the cloud API. */
export interface ManagedRequest {
  id: string;
  body: unknown;
}

/** Returns the result of the response. */
export type ScopedHandler = (scope: ManagedScope, request: ManagedRequest) => unknown;

/** Operations of the cloud API on objects of one type. */
export type ManagedOperations = Record<"list" | "get" | "create" | "patch" | "delete", ScopedHandler>;
