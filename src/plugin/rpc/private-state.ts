import type { PrivateState } from "../resource";
import { isJsonObject } from "../wire/json-value";

/** Private state from its bytes. What is no JSON object was written by another provider, and is dropped. */
export function readPrivate(bytes: Uint8Array | undefined): PrivateState {
  if (bytes === undefined || bytes.byteLength === 0) return {};
  try {
    const json = JSON.parse(Buffer.from(bytes).toString());
    return isJsonObject(json) ? json : {};
  } catch {
    return {};
  }
}

/** Private state as bytes; none for an empty one. */
export function writePrivate(state: PrivateState): Uint8Array {
  return Object.keys(state).length === 0 ? new Uint8Array() : Buffer.from(JSON.stringify(state));
}
