import { badRequest } from "../refusal";
import type { StoredKey } from "../state";

/** Maximum time that a key counts as new. */
const LONGEST = 60_000;

/** Calls that name a new key fail for some time (docs/internals/api-behavior.md 1.6). */
export class KeyPropagation {
  private readonly refused = new Map<string, number>();

  /**
   * @param milliseconds duration in which a new key is unknown
   * @param requests number of calls that fail
   */
  constructor(
    private readonly milliseconds: number,
    private readonly requests: number,
  ) {}

  /** Rejects a call that names a key which is not known yet. */
  check(key: StoredKey, now: Date, organizationId: string): void {
    const age = now.getTime() - Date.parse(key.createdAt);
    // A key from the future is not new: a test has set the clock back.
    if (age < 0 || (age >= this.milliseconds && this.isKnown(key, now))) {
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
