import * as z from "zod";
import { optional } from "../field";
import { withRules } from "../rule";
import { common, expression, kind, neededExpression, sourceId, tableIsNamed } from "./common-fields";
import { eventFields } from "./event-fields";

/** A source of traces (docs/internals/api-behavior.md 3.13). */
export const trace = withRules(
  z.object({
    kind: kind("trace"),
    ...common,
    ...eventFields,
    durationExpression: neededExpression("How long a span took."),
    durationPrecision: optional(
      "The unit of the duration, as digits after the point of a second: 3 for milliseconds, 9 for nanoseconds.",
      z.int().min(0).max(9),
      { serverDefault: 3 },
    ),
    traceIdExpression: neededExpression("The id of the trace."),
    spanIdExpression: neededExpression("The id of the span."),
    parentSpanIdExpression: neededExpression("The id of the span above."),
    spanNameExpression: neededExpression("The name of the span."),
    spanKindExpression: neededExpression("The kind of the span, such as client or server."),
    statusCodeExpression: expression("The status of the span."),
    statusMessageExpression: expression("The message of the status."),
    spanEventsValueExpression: expression("The events of the span."),
    logSourceId: sourceId("The source of logs that belong to the traces."),
    sessionSourceId: sourceId("The source of sessions that belong to the traces."),
  }),
  tableIsNamed,
);
