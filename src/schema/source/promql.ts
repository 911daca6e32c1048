import * as z from "zod";
import { withRules } from "../rule";
import { common, kind, neededExpression, tableIsNamed } from "./common-fields";

/** A source that is asked in PromQL (docs/internals/api-behavior.md 3.13). */
export const promql = withRules(
  z.object({
    kind: kind("promql"),
    ...common,
    timestampValueExpression: neededExpression("The column of the time. A Prometheus endpoint does not use it."),
  }),
  tableIsNamed,
);
