import * as z from "zod";
import { optional, required } from "../field";
import { objectId } from "../object-id";
import { withRules } from "../rule";
import { common, kind, neededText, tableIsNamed } from "./common-fields";

/** A source of browser sessions (docs/internals/api-behavior.md 3.13). */
export const session = withRules(
  z.object({
    kind: kind("session"),
    ...common,
    traceSourceId: required("The source of traces that belong to the sessions.", objectId),
    // The API documents it as optional and shows this value for sessions without one, but refuses to store none.
    timestampValueExpression: optional(
      "The column or expression of the time, out of the table's primary key.",
      neededText(),
      {
        serverDefault: "TimestampTime",
      },
    ),
  }),
  tableIsNamed,
);
