import * as z from "zod";
import { computed } from "./field";
import { idAndName, idOrName } from "./id-or-name";
import { withRules } from "./rule";

/** One saved search, found by id or by name (docs/internals/api-behavior.md 3.12). */
export const savedSearchLookup = withRules(
  z.object({
    ...idAndName("saved search", { nameNote: "Several saved searches may share one." }),
    sourceId: computed("The source that is searched.", z.string()),
    select: computed("The columns that are shown.", z.string()),
    where: computed("Which events are shown.", z.string()),
    whereLanguage: computed("The language of `where`.", z.string()),
    orderBy: computed("How events are ordered.", z.string()),
    tags: computed("The labels of the saved search.", z.array(z.string())),
  }),
  idOrName,
);
