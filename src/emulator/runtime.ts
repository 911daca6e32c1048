import type { FaultBook } from "./faults";
import type { KeyPropagation } from "./managed/scope";
import type { KeyRefusal, Switches } from "./options";
import type { RequestLog } from "./request-log";
import type { StoredUser } from "./state";
import type { Store } from "./store";

/** What the parts of one running emulator share. */
export interface Runtime {
  store: Store;
  now(): Date;
  /** Whether the clock is not that of this machine. */
  hasOwnClock: boolean;
  switches: Partial<Switches>;
  keyPropagation: KeyPropagation;
  /** Answer to every key operation except get and update; undefined where all of them are offered. */
  keyRefusal: KeyRefusal | undefined;
  webhookAllowList: readonly string[];
  latencyMs: number;
  requests: RequestLog;
  faults: FaultBook;
}

/** The scope of one request. Without a caller of its own it acts for the first user. */
export function scopeOf(runtime: Runtime, deployment: Deployment, user?: StoredUser): Scope {
  const caller = user ?? runtime.store.users.all()[0];
  if (!caller) {
    throw new Error("The state holds no user.");
  }
  const member = runtime.switches.userWithoutTeam ? { ...caller, teamId: undefined } : caller;
  return { ...runtime, deployment, user: member };
}

export type Deployment = "openSource" | "managed";

/** What an operation may use: also the caller, and the deployment it is asked through. */
export interface Scope extends Runtime {
  deployment: Deployment;
  user: StoredUser;
}
