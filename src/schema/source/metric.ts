import * as z from "zod";
import { optional, required } from "../field";
import { type Rule, withRules } from "../rule";
import { common, kind, neededExpression, sourceId } from "./common-fields";

const table = (type: string) => optional(`The table of ${type} metrics.`, z.string());

const tables = {
  gauge: table("gauge"),
  sum: table("sum"),
  histogram: table("histogram"),
  summary: table("summary"),
  exponentialHistogram: optional("The table of exponential histogram metrics.", z.string(), {
    apiName: "exponential histogram",
  }),
};

const someTable: Rule = {
  reads: Object.keys(tables),
  check: (given) =>
    Object.keys(tables).some((name) => given[name])
      ? undefined
      : { message: "A source of metrics needs the table of at least one type. Name one.", path: [] },
};

/** A source of metrics (docs/internals/api-behavior.md 3.13). */
export const metric = z.object({
  kind: kind("metric"),
  ...common,
  metricTables: required("The table of each type of metric.", withRules(z.object(tables), someTable)),
  timestampValueExpression: neededExpression("The column or expression of the time, out of the table's primary key."),
  resourceAttributesExpression: neededExpression("The attributes of the resource."),
  logSourceId: sourceId("The source of logs that belong to the metrics."),
});
