import * as z from "zod";
import { canBeId } from "../id-forms";
import { isObject, isPresent, optional } from "./field";
import { parseJsonText, UnusableJsonError } from "./json-text";
import type { Rule } from "./rules";

/**
 * Refuses texts that are not ids: with spaces or slashes, of letters only, or of 24 hex digits in upper case
 * (docs/internals/api-behavior.md 3.5).
 */
const idOr = (fits: (text: string) => boolean) =>
  z
    .string()
    .refine(
      (text) => fits(text) || (canBeId(text) && !/^(?:[A-Za-z]{1,20}|(?=.*[A-F])[0-9A-Fa-f]{24})$/.test(text)),
      "Must be an id, as the server returns it, such as 0123456789abcdef01234567",
    );

export const objectIdField = idOr(() => false);

/** An `objectId`, or an empty text for none. */
export const objectIdOrEmpty = idOr((text) => text === "");

/** Declares an http or https address. The message for an invalid one shows `example`. */
export const httpAddress = (example: string) =>
  z.string().refine(isHttpAddress, `Must be an http or https address, such as ${example}`);

function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/**
 * A name without surrounding white space. The server trims names, so other names would differ in every plan
 * (docs/internals/api-behavior.md 3.11, 3.12).
 */
export const trimmedName = () =>
  z
    .string()
    .min(1)
    .max(1024)
    .refine(
      (name) => name === name.trim(),
      "Must not begin or end with white space, because the server removes it. Remove the white space",
    );

/** Requires either the id or the name of a look-up. */
export const idOrName: Rule = {
  reads: ["name", "id"],
  refuses: ({ id, name }) => isPresent(id) === isPresent(name),
  message: "Set either id or name to look up an object.",
};

/** Declares the id and the name of a look-up. `nameNote` is a further sentence about the name. */
export function idAndName(
  noun: string,
  { id = objectIdField, nameNote = "" }: { id?: z.ZodType<string>; nameNote?: string } = {},
) {
  const nameText = `The ${noun}'s name. Set either the name or the id.${nameNote && ` ${nameNote}`}`;
  return {
    id: optional(`The ${noun}'s id. Set either the id or the name.`, id, { computed: true }),
    name: optional(nameText, z.string().min(1), { computed: true }),
  };
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** A hundred years. A longer duration could end after the last date that JavaScript has. */
const MAX_DAYS = 36_500;

/** A duration as a whole number and its unit: `90s`, `30m`, `72h`, `7d`, `2w`. */
export const duration = () =>
  z
    .string()
    .regex(
      /^\d+[smhdw]$/,
      "Must be a whole number with its unit, such as 30m, 72h or 7d (s, m, h, d and w are seconds to weeks)",
    )
    .refine((text) => !(secondsOf(text) > MAX_DAYS * SECONDS.d), `Must be no longer than ${MAX_DAYS}d`);

/** Returns the seconds of a duration; NaN for any other text. */
export function secondsOf(text: string): number {
  const [, count, unit] = /^(\d+)\s*([smhdw])$/.exec(text.trim().toLowerCase()) ?? [];
  return count && unit ? Number(count) * SECONDS[unit as keyof typeof SECONDS] : Number.NaN;
}

/** Returns the minutes of a duration such as `5m`, `24h` or `1d`; undefined for any other text. */
export function minutesOf(text: string): number | undefined {
  const seconds = secondsOf(text);
  return Number.isNaN(seconds) ? undefined : seconds / 60;
}

/** A duration with its unit in words, such as `5 minutes` or `30sec`. */
const LONG_UNIT = /^(\d+)\s*([smhdw])(?:ec|in|our|ay|eek)[a-z]*$/i;

/** Returns the allowed duration of equal length: `1d` for `24h`, `5m` for `5 minutes` and for the number 5. */
export function sameDuration(allowed: readonly string[]): (refused: unknown) => string | undefined {
  return (refused) => {
    const minutes = typeof refused === "string" ? minutesOf(refused.replace(LONG_UNIT, "$1$2")) : refused;
    return minutes === undefined ? undefined : allowed.find((each) => minutesOf(each) === minutes);
  };
}

/** A moment in ISO 8601 with its zone, such as `2026-12-31T23:59:59Z` or `2026-12-31T23:59:59+01:00`. */
export const instant = () =>
  z.iso.datetime({
    offset: true,
    error: "Must be a date and time with its zone, such as 2026-12-31T23:59:59Z",
  });

/** Returns the same moment in UTC, as the servers store it. Returns another text of a server unchanged. */
export function toUtc(moment: string | number): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? String(moment) : date.toISOString();
}

/** A JSON object as text, as `jsonencode` returns it. */
export const jsonObjectText = () =>
  z.string().check(({ value, issues }) => {
    const message = jsonObjectProblem(value);
    if (message !== undefined) {
      issues.push({ code: "custom", message, input: value });
    }
  });

function jsonObjectProblem(text: string): string | undefined {
  try {
    return isObject(parseJsonText(text)) ? undefined : NO_JSON_OBJECT;
  } catch (error) {
    return error instanceof UnusableJsonError ? error.message : NO_JSON_OBJECT;
  }
}

export const NO_JSON_OBJECT = "Must be a JSON object, as jsonencode returns it";

/** Returns one spelling of a JSON text; any other text unchanged. */
export function canonicalizeJson(text: string): string {
  const value = usableJson(text);
  return value === undefined ? text : writeStableJson(value);
}

/** Returns JSON with sorted keys, because their order in a response is not significant. */
export function writeStableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

/** Returns the value of a JSON text; undefined for a text that is not usable as JSON. */
export function usableJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}
