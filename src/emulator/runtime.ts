import type { FaultBook } from "./faults";
import type { KeyPropagation } from "./managed/scope";
import type { Switches } from "./options";
import type { RequestLog } from "./request-log";
import type { StoredUser } from "./state";
import type { Store } from "./store";

/** What the parts of one running emulator share. */
export interface Runtime {
  store: Store;
  now(): Date;
  switches: Partial<Switches>;
  keyPropagation: KeyPropagation;
  webhookAllowList: readonly string[];
  latencyMs: number;
  requests: RequestLog;
  faults: FaultBook;
}

/** The scope of one request. Without a caller of its own it acts for the first user. */
export function scopeOf(runtime: Runtime, deployment: Deployment, user?: StoredUser): Scope {
  const { store, now, switches, webhookAllowList } = runtime;
  const caller = user ?? store.users.all()[0];
  if (!caller) throw new Error("The state holds no user.");
  const member = switches.userWithoutTeam ? { ...caller, teamId: undefined } : caller;
  return { store, now, switches, deployment, user: member, webhookAllowList };
}

export type Deployment = "openSource" | "managed";

/** What an operation may use: the store, the clock, the caller and the deployment it is asked through. */
export interface Scope extends Pick<Runtime, "store" | "now" | "switches" | "webhookAllowList"> {
  deployment: Deployment;
  user: StoredUser;
}
