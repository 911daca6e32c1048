import type { Switches } from "../options";
import type { StoredKey } from "../state";
import type { Store } from "../store";
import type { KeyPropagation } from "./keys/propagation";

/** What an operation of the cloud API itself may use: the store, the clock and the key that signs the request. */
export interface ManagedScope {
  store: Store;
  now(): Date;
  switches: Switches;
  keyPropagation: KeyPropagation;
  key: StoredKey;
}
