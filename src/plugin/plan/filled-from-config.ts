import type { Fields } from "../schema/field";
import { isUnknown } from "../values/unknown";
import type { ObjectValue } from "../values/value";
import { keepPrior, planFields } from "./plan-fields";

/** The object with configured values and declared defaults for the attributes that it leaves out. */
export function filledFromConfig(fields: Fields, config: ObjectValue, object: ObjectValue): ObjectValue {
  const planned = Object.entries(planFields(fields, config, null, keepPrior));
  const given = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...planned.filter(([, value]) => !isUnknown(value)), ...given]);
}
