import { badRequest } from "../refusal";
import type { Runtime } from "../runtime";
import type { StoredKey } from "../state";

/** No key is fresh for longer than this. */
const LONGEST = 60_000;

/** A fresh key is not known at once to calls that name it (docs/internals/api-behavior.md 1.6). */
export class KeyPropagation {
  private readonly refused = new Map<string, number>();

  /**
   * @param milliseconds how long a key takes to be known
   * @param requests how many calls that name it are refused
   */
  constructor(
    private readonly milliseconds: number,
    private readonly requests: number,
  ) {}

  /** Refuses a call that names a key which is not known yet. */
  check(key: StoredKey, now: Date, organizationId: string): void {
    const age = now.getTime() - Date.parse(key.createdAt);
    if (age >= this.milliseconds && this.isKnown(key, now)) {
      return;
    }
    throw badRequest(`OpenAPI key ${key.id} does not belong to the organization ${organizationId}`);
  }

  private isKnown({ id, createdAt }: StoredKey, now: Date): boolean {
    if (this.requests === 0 || now.getTime() - Date.parse(createdAt) > LONGEST) {
      return true;
    }
    const refused = this.refused.get(id) ?? 0;
    this.refused.set(id, refused + 1);
    return refused >= this.requests;
  }
}

/** What an operation of the cloud API itself may use: also the key that signs the request. */
export interface ManagedScope extends Runtime {
  key: StoredKey;
}

/** What a request of the cloud API says: the id in its path and its body, where it has them. */
export interface ManagedRequest {
  id: string;
  body: unknown;
}

/** Gives the result that the response shows. */
export type Handler = (scope: ManagedScope, request: ManagedRequest) => unknown;

/** What the cloud API can do with the objects of one type. */
export type ManagedOperations = Record<"list" | "get" | "create" | "patch" | "delete", Handler>;
