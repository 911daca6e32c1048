import type { Switches } from "./options";
import type { StoredUser } from "./state";
import type { Store } from "./store";

export type Deployment = "openSource" | "managed";

/** What an operation may use: the store, the clock, the caller and the deployment it is asked through. */
export interface Scope {
  store: Store;
  now(): Date;
  switches: Switches;
  deployment: Deployment;
  user: StoredUser;
  webhookAllowList: readonly string[];
}
