import * as z from "zod";

/** An expression in SQL or a condition, as long as the servers take it (docs/internals/api-behavior.md 4.6). */
export const expression = z.string().max(10_000);
