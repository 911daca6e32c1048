import { z } from "zod/v3";

/** Palette tokens that may be written (docs/internals/api-behavior.md 4.8). */
export const paletteToken = z.enum([
  "chart-blue",
  "chart-orange",
  "chart-red",
  "chart-cyan",
  "chart-green",
  "chart-pink",
  "chart-purple",
  "chart-light-blue",
  "chart-brown",
  "chart-gray",
  "chart-success",
  "chart-warning",
  "chart-error",
]);

const numbered: Record<string, string> = {
  "chart-1": "chart-green",
  "chart-2": "chart-blue",
  "chart-3": "chart-orange",
  "chart-4": "chart-red",
  "chart-5": "chart-cyan",
  "chart-6": "chart-pink",
  "chart-7": "chart-purple",
  "chart-8": "chart-light-blue",
  "chart-9": "chart-brown",
  "chart-10": "chart-gray",
};

/** The hue name of a stored token of the old numbered palette; any other token as it is. */
export const hueName = (token: string): string => numbered[token] ?? token;

const appearance = { color: paletteToken, label: z.string().max(40).optional() };

/** A color rule of a number tile. The last one that matches wins. */
export const colorRule = z.discriminatedUnion("operator", [
  z.object({ operator: z.enum(["gt", "gte", "lt", "lte"]), value: z.number().finite(), ...appearance }),
  z.object({
    operator: z.literal("between"),
    value: z.tuple([z.number().finite(), z.number().finite()]),
    ...appearance,
  }),
  z.object({
    operator: z.enum(["eq", "neq"]),
    value: z.union([z.number().finite(), z.string().max(200)]),
    ...appearance,
  }),
]);

export const backgroundChart = z.object({ type: z.enum(["line", "area"]), color: paletteToken.optional() });
