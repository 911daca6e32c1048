import * as z from "zod";
import { unlessAdopted } from "./adopted-key";
import { optional } from "./field";
import { instant } from "./instant";

/** Says of an adopted key, which keeps its expiry otherwise, that it never expires. */
export const NEVER = "never";

const moment = instant();

/** When a key stops working (docs/internals/api-behavior.md 1.2). */
export const keyExpiryField = optional(
  "When the key stops working. Never, when left out for a new key; `never` takes the expiry of an adopted one away.",
  z
    .string()
    .refine(
      (text) => text === NEVER || moment.safeParse(text).success,
      'Must be a date and time with its zone, such as 2026-12-31T23:59:59Z, or "never"',
    ),
  { instant: true, clearValue: null, serverDefault: unlessAdopted(null) },
);
