import * as z from "zod";

/** The kinds of metric that a metric source can hold (docs/internals/api-behavior.md 4.5). */
export const metricType = z.enum(["sum", "gauge", "histogram", "summary", "exponential histogram"]);
