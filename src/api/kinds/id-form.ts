/** How the ids of a kind look (docs/internals/api-behavior.md 0, 3.5, 4.3). Whatever else stands where an id is due is no id. */
export interface IdForm {
  /** For sentences: "24 lower-case hex digits". */
  readonly words: string;
  readonly fits: (id: string) => boolean;
}

function form(words: string, pattern: RegExp): IdForm {
  return { words, fits: (id) => pattern.test(id) };
}

/** Everything of ClickStack. */
export const OBJECT_ID = form("24 lower-case hex digits", /^[0-9a-f]{24}$/);

/** Keys and roles of an organization. */
export const UUID = form("a UUID", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);

/** Tiles and filters of a dashboard: the server takes up to 36 characters and makes 24 hex digits; its user interface has ids of its own. */
export const PART_ID = form("up to 36 letters, digits, dots, hyphens and underscores", /^[\w.-]{1,36}$/);

/** A key ID, which is the user of HTTP Basic, and a key secret: printable, so that they fit into a header. */
export const KEY_ID = form("printable characters without a colon", /^[!-9;-~]{1,1024}$/);
export const KEY_SECRET = form("printable characters", /^[!-~]{1,1024}$/);

/** Whether a value is of a form, or not there at all. */
export function fitsIfThere(value: unknown, { fits }: IdForm): boolean {
  return value === undefined || value === null || (typeof value === "string" && fits(value));
}
