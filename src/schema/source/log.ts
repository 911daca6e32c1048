import * as z from "zod";
import { withRules } from "../rule";
import { common, expression, kind, sourceId, tableIsNamed } from "./common-fields";
import { eventFields } from "./event-fields";

/** A source of logs (docs/internals/api-behavior.md 3.13). */
export const log = withRules(
  z.object({
    kind: kind("log"),
    ...common,
    ...eventFields,
    severityTextExpression: expression("The severity."),
    bodyExpression: expression("The message."),
    displayedTimestampValueExpression: expression("The time that is shown and ordered by."),
    traceSourceId: sourceId("The source of traces that belong to the logs."),
  }),
  tableIsNamed,
);
