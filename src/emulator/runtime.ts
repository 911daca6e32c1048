import type { FaultBook } from "./faults";
import type { KeyPropagation } from "./managed/key-access";
import type { EmulatorOptions, KeyRefusal } from "./options";
import type { LoggedRequest, ReceivedNotification } from "./request-log";
import type { StoredUser } from "./state";
import type { Store } from "./store";

/** State shared by the parts of one running emulator. */
export interface Runtime
  extends Required<Pick<EmulatorOptions, "now" | "serverVersion" | "switches" | "webhookAllowList" | "latencyMs">> {
  store: Store;
  /** True if a test sets the clock. */
  hasOwnClock: boolean;
  keyPropagation: KeyPropagation;
  /** Response to every key operation except get and update. Undefined if all of them are supported. */
  keyRefusal: KeyRefusal | undefined;
  /** API requests since the start or the last reset, in the order of arrival. */
  requests: LoggedRequest[];
  /** Notifications since the start or the last reset, in the order of arrival. */
  notifications: ReceivedNotification[];
  faults: FaultBook;
}

/** Returns the scope of one request. Without a caller it uses the first user. */
export function scopeOf(runtime: Runtime, deployment: EmulatedDeployment, user?: StoredUser): Scope {
  const caller = user ?? runtime.store.users.all()[0];
  if (!caller) {
    throw new Error("The state contains no user.");
  }
  const member = runtime.switches.userWithoutTeam ? { ...caller, teamId: undefined } : caller;
  // The managed gateway supports none of the changes since August (docs/internals/api-behavior.md 6).
  const serverVersion = deployment === "managed" ? "2.36" : runtime.serverVersion;
  return { ...runtime, deployment, serverVersion, user: member };
}

export type EmulatedDeployment = LoggedRequest["deployment"];

/** Context of an operation, with its caller and deployment. */
export interface Scope extends Runtime {
  deployment: EmulatedDeployment;
  user: StoredUser;
  /** The `If-Match` header of the request. */
  ifMatch?: string;
}
