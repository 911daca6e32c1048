import { differences } from "../../src/cli/engine/plan-json";
import type { ServerObject } from "./server-objects";

/** Problems of a server after a run, one line per object. */
export interface Audit {
  /** Declared objects that are missing, differ from their declaration, or are not in the state. */
  readonly lost: readonly string[];
  /** Objects that exist more often than declared. */
  readonly doubled: readonly string[];
  /** Objects that exist and are not declared. */
  readonly leaked: readonly string[];
}

/** Compares the objects on a server with the declared ones, field by field. */
export function audit(declared: readonly ServerObject[], there: readonly ServerObject[]): Audit {
  const lost: string[] = [];
  const doubled: string[] = [];
  const leaked: string[] = [];
  const titles = new Set([...declared, ...there].map(titleOf));
  for (const title of titles) {
    const wanted = declared.filter((object) => titleOf(object) === title);
    const found = there.filter((object) => titleOf(object) === title);
    const unlike = unmatched(wanted, found);
    const surplus = unmatched(found, wanted);
    const changed = Math.min(unlike.length, surplus.length);
    lost.push(
      ...unlike
        .slice(0, changed)
        .map((object, index) => `${title} differs in ${differences(whole(object), whole(surplus[index])).join(", ")}`),
    );
    lost.push(...unlike.slice(changed).map(() => `${title} is not there`));
    (wanted.length > 0 ? doubled : leaked).push(
      ...surplus.slice(changed).map(({ managed }) => `${title} (${managed ? "in" : "not in"} the state)`),
    );
  }
  return { lost, doubled, leaked };
}

export function isClean({ lost, doubled, leaked }: Audit): boolean {
  return lost.length + doubled.length + leaked.length === 0;
}

/** Returns `lost 0, doubled 0, leaked 0`, the totals of several audits. */
export function countsOf(audits: readonly Audit[]): string {
  const sum = (name: keyof Audit) => audits.reduce((total, each) => total + each[name].length, 0);
  return `lost ${sum("lost")}, doubled ${sum("doubled")}, leaked ${sum("leaked")}`;
}

/** Returns the objects without an equal object among the others. Each of the others matches at most one object. */
function unmatched(objects: readonly ServerObject[], others: readonly ServerObject[]): readonly ServerObject[] {
  const free = others.map((other) => JSON.stringify(other));
  return objects.filter((object) => {
    const index = free.indexOf(JSON.stringify(object));
    if (index >= 0) {
      free.splice(index, 1);
    }
    return index < 0;
  });
}

const titleOf = ({ collection, name }: ServerObject) => `${collection} "${name}"`;
const whole = (object: ServerObject | undefined) => ({ managed: object?.managed, ...object?.fields });
