import * as z from "zod";
import { omittedDefault, openEnum, optional, required } from "../../declaration/field";
import { objectIdField } from "../../declaration/value-types";

/** An SQL expression or a condition, with the maximum length of the servers (docs/internals/api-behavior.md 4.6). */
export const expressionField = z.string().max(10_000);

/** The metric types of a metric source (docs/internals/api-behavior.md 4.5). */
export const metricTypeField = openEnum(["sum", "gauge", "histogram", "summary", "exponential histogram"]);

/** The languages of a where clause. */
export const queryLanguage = openEnum(["sql", "lucene"]);

/** The source that an object queries. */
export function sourceIdField(description: string) {
  return required(description, objectIdField, { refersTo: "source", propName: "source" });
}

/** A condition of events, and its language. */
export function conditionFields(description: string, text = expressionField) {
  return {
    where: optional(description, text, { serverDefault: "", language: { namedBy: "whereLanguage" } }),
    whereLanguage: optional("The language of `where`.", queryLanguage, { serverDefault: "lucene" }),
  };
}

/** A flag that requests leave out if it has its default. */
export function omittedFlag(description: string, byDefault: boolean) {
  return optional(description, z.boolean(), omittedDefault(byDefault));
}
