import { ownValue, setOwn } from "./own-property";
import { isPlainObject } from "./plain-object";

/** The way to a field through objects and lists as one text, such as `config.select.0.filter`. A dot within a name stands behind a backslash. */
export function fieldPath(steps: readonly string[]): string {
  return steps.map((step) => step.replace(/[\\.]/g, "\\$&")).join(".");
}

/** The steps of a `fieldPath`. */
export function fieldSteps(path: string): readonly string[] {
  const steps = [""];
  for (const [character, escaped] of path.matchAll(/\\(.)|./gs)) {
    if (character === ".") steps.push("");
    else steps.push(`${steps.pop()}${escaped ?? character}`);
  }
  return steps;
}

/** The same value with a field set that its owner need not have. Where the way ends before the field, nothing is set. */
export function withFieldAt(value: unknown, [step, ...rest]: readonly string[], field: unknown): unknown {
  if (step === undefined) return field;
  if (Array.isArray(value)) return listWith(value, Number(step), rest, field);
  if (!isPlainObject(value) || (rest.length > 0 && !Object.hasOwn(value, step))) return value;
  const changed = { ...value };
  setOwn(changed, step, withFieldAt(ownValue(value, step), rest, field));
  return changed;
}

function listWith(list: readonly unknown[], index: number, rest: readonly string[], field: unknown): unknown {
  return index in list ? list.with(index, withFieldAt(list[index], rest, field)) : list;
}
