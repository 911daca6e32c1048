/**
 * Returns true for a possible id of an object. The API promises only a string. The id must not change a path and
 * must not look like an option of a command.
 */
export function canBeId(value: unknown): value is string {
  return typeof value === "string" && /^(?!__proto__$)\w[\w.:~=@+-]{0,255}$/.test(value);
}

/** Returns true for the ids of today's servers: 24 hex digits and UUIDs. Other texts may be ids or names. */
export function isKnownIdForm(text: string): boolean {
  return /^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text);
}
