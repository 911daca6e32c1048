import * as z from "zod";

/**
 * A name that the server stores without white space around it, so that one with such would never settle
 * (docs/internals/api-behavior.md 3.11, 3.12).
 */
export const trimmedName = () =>
  z
    .string()
    .min(1)
    .max(1024)
    .refine(
      (name) => name === name.trim(),
      "Must not begin or end with white space, because the server removes it. Take it away",
    );
