import { isUnknown, type ObjectValue } from "../../plugin";
import { isPresent } from "../../schema/present";
import type { Session } from "../session";
import { withoutMark } from "./generation-names";
import { guardKey, type PlannedKeyChange } from "./key-guard";

type GuardedChange = Omit<PlannedKeyChange, "name" | "allowSelfLockout">;

/** Guards a change as the author's plan speaks of it: by its name, and with what it allows. */
export function guardPlan(plan: ObjectValue, change: GuardedChange, session: Session, signal: AbortSignal) {
  const name = withoutMark(isPresent(plan.name) && !isUnknown(plan.name) ? String(plan.name) : change.id);
  return guardKey({ ...change, name, allowSelfLockout: plan.allow_self_lockout === true }, session, signal);
}
