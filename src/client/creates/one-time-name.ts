import { randomBytes } from "node:crypto";
import { isJsonObject, type JsonObject } from "../json";

const TAG = "[0-9a-f]{12}";
const CREATING = new RegExp(` \\(creating ${TAG}\\)$`);

/** Maximum length of a name with a suffix; shorter names are not cut. The server's limit is not documented. */
const MAX_LENGTH = 64;

/**
 * Returns a temporary name for a new object, such as `ci (creating 3f9a2c81d04b)`. The name is unique, so an object
 * with this name is the result of that create even if the response was lost.
 */
export function oneTimeName(name: string): string {
  return nameWith(name, ` (creating ${randomBytes(6).toString("hex")})`);
}

export function isOneTimeName(name: string): boolean {
  return CREATING.test(name);
}

/** Returns the final name of an object with a one-time name, which may be cut. Returns other names unchanged. */
export function nameInOneTimeName(name: string): string {
  return name.replace(CREATING, "");
}

/** Returns true if a name is the final name of an object whose one-time name may be cut. */
export function isNameOrItsStart(cutName: string, name: string): boolean {
  const [cut, whole] = [cutName.normalize(), name.normalize()];
  return whole === cut || (cut.endsWith("...") && whole.startsWith(cut.slice(0, -3)));
}

/** Returns a name with a suffix. A long name is cut to make room. */
export function nameWith(name: string, addition: string): string {
  const room = MAX_LENGTH - addition.length;
  const characters = [...name];
  return (characters.length <= room ? name : `${characters.slice(0, room - 3).join("")}...`) + addition;
}

export function nameIn(body: JsonObject | undefined): string | undefined {
  const name = isJsonObject(body) ? body.name : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Returns the one-time name in a body. No other object has it, so it identifies the result. */
export function oneTimeNameIn(body: JsonObject | undefined): string | undefined {
  const name = nameIn(body);
  return name !== undefined && isOneTimeName(name) ? name : undefined;
}
