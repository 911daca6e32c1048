import { randomBytes } from "node:crypto";

const TAG = "[0-9a-f]{12}";
const CREATING = new RegExp(` \\(creating ${TAG}\\)$`);

/**
 * How long a name with an addition may become where the name alone is shorter. The limit of the server is not
 * documented.
 */
const LONGEST = 64;

/**
 * The name under which one object is created before it gets its own, such as `ci (creating 3f9a2c81d04b)`. Nothing else
 * has it, so that what is found under it after a lost response is the result of that create, whatever others create at
 * the same time.
 */
export function oneTimeName(name: string): string {
  return nameWith(name, ` (creating ${randomBytes(6).toString("hex")})`);
}

export function isOneTimeName(name: string): boolean {
  return CREATING.test(name);
}

/** The name that an object with a one-time name is to get, as far as it was not cut to make room. Other names stay. */
export function nameInOneTimeName(name: string): string {
  return name.replace(CREATING, "");
}

/** Whether a name is that of an object with a one-time name, which may have been cut to make room. */
export function isNameOrItsStart(cutName: string, name: string): boolean {
  const [cut, whole] = [cutName.normalize(), name.normalize()];
  return whole === cut || (cut.endsWith("...") && whole.startsWith(cut.slice(0, -3)));
}

/** A name with an addition at its end. A long name is cut to make room for it. */
export function nameWith(name: string, addition: string): string {
  const room = LONGEST - addition.length;
  const characters = [...name];
  return (characters.length <= room ? name : `${characters.slice(0, room - 3).join("")}...`) + addition;
}
