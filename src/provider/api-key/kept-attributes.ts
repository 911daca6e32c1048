import { type ObjectValue, UNKNOWN, type Value, valuesEqual } from "../../plugin";

/** The attributes that keep what the server has, because their author says nothing of them. */
export function withKept(config: ObjectValue, plan: ObjectValue, state: ObjectValue | null): ObjectValue {
  const silent = (...names: string[]) => names.every((name) => (config[name] ?? null) === null);
  const roles = silent("assigned_role_ids", "role_names");
  const kept = [
    ...(plan.adopt === null ? [] : ["name", "state", "expire_at"].filter((name) => silent(name))),
    ...(plan.adopt !== null && roles ? ["assigned_role_ids"] : []),
    ...(plan.adopt === null && roles && !silent("roles") ? ["assigned_role_ids"] : []),
    ...(plan.adopt !== null && silent("ip_access_list") && config.allow_any_ip !== true ? ["ip_access_list"] : []),
  ];
  const values = Object.fromEntries(kept.map((name) => [name, keptValue(name, plan, state)]));
  return { ...plan, ...values };
}

/** What the server has; to be found out where the state says it in another way, or where a write changes it. */
function keptValue(name: string, plan: ObjectValue, state: ObjectValue | null): Value {
  if (state === null) return UNKNOWN;
  const changes = (other: string) => !valuesEqual(plan[other] ?? null, state[other] ?? null);
  if (name === "assigned_role_ids" && (changes("role_names") || changes("roles"))) return UNKNOWN;
  if (name === "ip_access_list" && changes("allow_any_ip")) return UNKNOWN;
  return state[name] ?? null;
}
