import * as z from "zod";

/** The id of a dashboard, alert, source, webhook or saved search: 24 lower-case hex digits (docs/internals/api-behavior.md 3.5). */
export const objectId = z
  .string()
  .regex(/^[0-9a-f]{24}$/, "Must be an id of 24 lower-case hex digits, as the server gives it");
