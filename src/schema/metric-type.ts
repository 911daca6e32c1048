import * as z from "zod";

/** The kinds of metric that a metric source can hold (facts/api.md 4.5). */
export const metricType = z.enum(["sum", "gauge", "histogram", "summary", "exponential histogram"]);
