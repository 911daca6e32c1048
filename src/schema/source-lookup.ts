import * as z from "zod";
import { computed, optional } from "./field";
import { idAndName, idOrName } from "./id-or-name";
import { withRules } from "./rule";

/** The kinds of source (docs/internals/api-behavior.md 3.13). */
export const SOURCE_KINDS = ["log", "trace", "metric", "session", "promql"] as const;

const sourceFacts = {
  section: computed("The group that the source is listed under.", z.string()),
  connectionId: computed("The connection that the source reads through.", z.string()),
  databaseName: computed("The database that holds the data.", z.string()),
  tableName: computed("The table that holds the data.", z.string()),
  disabled: computed("Whether the source is hidden from selectors.", z.boolean()),
};

/** One source, found by id or by name (docs/internals/api-behavior.md 3.13). */
export const sourceLookup = withRules(
  z.object({
    ...idAndName("source"),
    kind: optional(
      "Looks among sources of this kind only: `log`, `trace`, `metric`, `session` or `promql`.",
      z.enum(SOURCE_KINDS),
      { computed: true },
    ),
    ...sourceFacts,
  }),
  idOrName,
);

const listedSource = z.object({
  id: computed("The source's id.", z.string()),
  name: computed("The source's name.", z.string()),
  kind: computed("The kind of source.", z.string()),
  ...sourceFacts,
});

/** All sources, or those of one kind. */
export const sourcesLookup = z.object({
  kind: optional("Lists sources of this kind only.", z.enum(SOURCE_KINDS)),
  sources: computed("The sources.", z.array(listedSource)),
});
