/** The kinds of object that can be imported, as the command line names them. Each is a resource `clickstack_<kind>`. */
export const IMPORT_KINDS = [
  "dashboard",
  "alert",
  "saved_search",
  "webhook",
  "source",
  "connection",
  "api_key",
] as const;

export type ImportKind = (typeof IMPORT_KINDS)[number];
