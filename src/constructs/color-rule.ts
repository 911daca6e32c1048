import type { ChartColor } from "../schema";

interface Paint {
  readonly color: ChartColor;
  /** A name of the rule, up to 40 characters. */
  readonly label?: string;
}

/**
 * A colour of a number tile and when it holds: `{ operator: "gt", value: 100, color: "chart-red" }` (docs/internals/api-behavior.md 4.8).
 */
export type ColorRule =
  | (Paint & { readonly operator: "gt" | "gte" | "lt" | "lte"; readonly value: number })
  | (Paint & { readonly operator: "between"; readonly between: readonly [number, number] })
  | (Paint & { readonly operator: "eq" | "neq"; readonly value: number; readonly text?: never })
  | (Paint & { readonly operator: "eq" | "neq"; readonly text: string; readonly value?: never });
