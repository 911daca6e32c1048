import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import { computed, openEnum, optional, required } from "../../declaration/field";
import { declareLookUp, factsOf, listLookUpOf } from "../../declaration/look-ups";
import { otherFields } from "../../declaration/other-fields";
import { withSynonyms } from "../../declaration/rules";
import { objectIdField, trimmedName } from "../../declaration/value-types";
import { conditionFields, sourceIdField } from "../shared/query-fields";
import { SAVED_SEARCH_SYNONYMS } from "../synonyms";

const savedSearchFilter = z.object({
  type: optional("The language of the condition.", openEnum(["sql"]), { serverDefault: "sql" }),
  condition: required(
    "A condition on one column that the sidebar can show: `COLUMN IN (...)`, `COLUMN NOT IN (...)` or `COLUMN BETWEEN A AND B`.",
    z.string().max(8192),
    { language: { namedBy: "type" } },
  ),
});

/** A saved search of ClickStack (docs/internals/api-behavior.md 3.12). */
export const savedSearch = z.object({
  id: computed("The saved search's id.", z.string()),
  name: required("The name of the saved search. Several saved searches can have the same name.", trimmedName()),
  sourceId: sourceIdField("The source to search."),
  select: optional(
    "The columns to show, separated by commas. Empty shows the columns of the source.",
    z.string().max(4096),
    { serverDefault: "", language: "sql" },
  ),
  ...conditionFields("The condition of the events to show. Empty shows all.", z.string().max(8192)),
  orderBy: optional("The order of the events. Empty uses the order of the source.", z.string().max(1024), {
    serverDefault: "",
    language: "sql",
  }),
  tags: optional("Labels of the saved search.", z.array(z.string().max(32)).max(50), {
    unordered: true,
    serverDefault: [],
  }),
  filters: optional("The filters of the sidebar.", z.array(savedSearchFilter).max(100), {
    serverDefault: [],
  }),
  extraFields: extraFields("saved search"),
  otherFields: otherFields("saved search"),
});

withSynonyms(savedSearch, SAVED_SEARCH_SYNONYMS);

const savedSearchFacts = factsOf(savedSearch);

/** One saved search, found by id or by name (docs/internals/api-behavior.md 3.12). */
export const savedSearchLookup = declareLookUp("saved search", savedSearchFacts, {
  nameNote: "Several saved searches can have the same name.",
});

export const savedSearchesLookup = listLookUpOf("savedSearches", "saved search", savedSearchFacts, {
  tag: optional("Lists only saved searches with this label.", z.string()),
  sourceId: optional("Lists only saved searches of this source.", objectIdField, { refersTo: "source" }),
});
