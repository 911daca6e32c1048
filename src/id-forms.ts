/**
 * Tests for a value that can be the id of an object, which the API calls a string. It has no character that changes a
 * path, and no command takes it for an option.
 */
export function canBeId(value: unknown): value is string {
  return typeof value === "string" && /^(?!__proto__$)\w[\w.:~=@+-]{0,255}$/.test(value);
}

/** Tests for the ids of today's servers: 24 hex digits and UUIDs. Other texts may be ids or names. */
export function isKnownIdForm(text: string): boolean {
  return /^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text);
}
