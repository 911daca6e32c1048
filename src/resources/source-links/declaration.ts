import * as z from "zod";
import { computed, optional, required } from "../../declaration/field";
import { withRules } from "../../declaration/rules";
import { objectIdField } from "../../declaration/value-types";

export const LINKS = ["logSourceId", "traceSourceId", "metricSourceId", "sessionSourceId"] as const;

const link = (propName: string, events: string, kinds: string) =>
  optional(
    `The source of ${events} that belong to the events of the source. For sources of the kind ${kinds}. If you remove a declared link, the apply clears it. Undeclared links stay.`,
    objectIdField,
    { refersTo: "source", propName },
  );

/** Links between sources that refer to each other (docs/internals/api-behavior.md 3.13). */
export const sourceLinks = withRules(
  z.object({
    id: computed("The id of the source.", z.string()),
    sourceId: required("The source whose links are managed.", objectIdField, {
      refersTo: "source",
      propName: "source",
      forcesReplacement: true,
    }),
    logSourceId: link("logSource", "logs", "`trace` or `metric`"),
    traceSourceId: link("traceSource", "traces", "`log`"),
    metricSourceId: link("metricSource", "metrics", "`log` or `trace`"),
    sessionSourceId: link("sessionSource", "sessions", "`trace`"),
  }),
  {
    reads: [...LINKS],
    refuses: (fields) => LINKS.every((name) => (fields[name] ?? null) === null),
    message: "Set at least one link, so that the resource manages something.",
  },
);
