import { type DeclaredFields, isPlainObject } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { type Diagnostic, isUnknownValue, problem, type Resource } from "../../plugin";
import { alertApi } from "../alert/api";
import { observedWithOthers, plainResource } from "../shared/crud-resource";
import { lookUpsOf } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type SavedSearchBody, type SavedSearchRecord, savedSearchApi, savedSearches } from "./api";
import { savedSearch, savedSearchesLookup, savedSearchLookup } from "./declaration";

const SAVED_SEARCH = objectShapeOf(savedSearch);

/** The UI also creates filters without a condition, such as comparisons (docs/internals/api-behavior.md 3.12). */
const OPEN_LISTS = { filters: (filter: unknown) => isPlainObject(filter) && typeof filter.condition !== "string" };

/** An update replaces the whole search (docs/internals/api-behavior.md 3.12). */
export const savedSearchResource: Resource<Session> = plainResource<SavedSearchRecord, SavedSearchBody>({
  api: savedSearchApi,
  shape: SAVED_SEARCH,
  description: "A ClickStack saved search, which alerts can watch.",
  collection: ({ client }) => client.collection(savedSearches),
  body: ({ declared }) => declared as SavedSearchBody,
  referrers: [
    {
      ...alertApi,
      collection: (client) => client.collection(alertApi),
      refersTo: ({ savedSearchId }, id) => savedSearchId === id,
      consequence: "The server deletes every alert that watches a saved search together with it.",
      fix: "To keep these alerts, keep the saved search, or let them watch another one first.",
    },
  ],
  openLists: OPEN_LISTS,
  observed: (record, before) => observedWithOthers(SAVED_SEARCH, record, before, OPEN_LISTS),
  checkPlan: ({ declared, prior }) => unrenderableFilters(declared.filters, prior?.filters),
});

/**
 * Refuses new conditions that the sidebar cannot show. The server accepts them only where they are already stored
 * (docs/internals/api-behavior.md 3.12).
 */
function unrenderableFilters(filters: unknown, stored: unknown): readonly Diagnostic[] {
  const known = new Set(filtersOf(stored).map(({ condition }) => condition));
  return filtersOf(filters).flatMap((filter, index) => {
    const condition = isUnknownValue(filter) ? filter : filter.condition;
    if (typeof condition !== "string" || known.has(condition) || isSidebarFilter(condition)) {
      return [];
    }
    return [
      problem(
        "The sidebar cannot show this filter",
        `A filter is one IN, NOT IN or numeric BETWEEN condition on one column, such as ServiceName IN ('checkout', 'payments'); this one is ${JSON.stringify(condition)}.\nFix: Use such a condition, or move the condition into where.`,
        ["filters", index, "condition"],
      ),
    ];
  });
}

function filtersOf(filters: unknown): readonly DeclaredFields[] {
  return Array.isArray(filters) ? filters : [];
}

/**
 * Reports whether the sidebar can show a condition: one `IN`, `NOT IN` or numeric `BETWEEN` on one column, by the rule of
 * the server (docs/internals/api-behavior.md 3.12).
 */
export function isSidebarFilter(condition: string): boolean {
  const text = condition.trim();
  const outer = topLevelOf(text);
  const ands = outer.split(/ AND /i).length - 1;
  const bounds = / BETWEEN /i.test(outer) ? BOUNDS.exec(condition.replace(/\s+/g, " ")) : null;
  if (bounds) {
    const { column = "", low, high } = bounds.groups ?? {};
    return ands === 1 && isOneColumn(column) && isNumber(low) && isNumber(high);
  }
  const list = / NOT IN /i.exec(outer) ?? / IN /i.exec(outer);
  if (!list || ands > 0 || / OR |[=<>]/i.test(outer)) {
    return false;
  }
  const values = text.slice(list.index + list[0].length).trim();
  const inner = values.startsWith("(") && values.endsWith(")") ? values.slice(1, -1) : values;
  return isOneColumn(text.slice(0, list.index)) && /[^\s,]/.test(inner);
}

const BOUNDS = /^(?<column>(?:(?! BETWEEN ).)+) BETWEEN (?<low>(?:(?! AND ).)+) AND (?<high>.+)$/i;

function isOneColumn(text: string): boolean {
  return !/\b(?:AND|OR|NOT)\b/i.test(text);
}

function isNumber(text: string | undefined): boolean {
  return Number.isFinite(Number(text));
}

/** Returns the text with each character inside quotes or parentheses replaced by `_`. */
function topLevelOf(text: string): string {
  let depth = 0;
  let result = "";
  for (const char of withoutQuoted(text).split("")) {
    depth += char === "(" ? 1 : 0;
    result += depth > 0 ? "_" : char;
    depth -= char === ")" && depth > 0 ? 1 : 0;
  }
  return result;
}

/** A quoted text, which can lack its end, or an escaped quote. */
const QUOTED = /'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|\\'/g;

function withoutQuoted(text: string): string {
  return text.replace(QUOTED, (part) => (part.startsWith("'") ? "_".repeat(part.length) : part));
}

/** Look-ups of saved searches (docs/internals/api-behavior.md 3.12). */
export const savedSearchLookUps = lookUpsOf(savedSearchLookup, savedSearchesLookup, {
  api: savedSearchApi,
  collection: (client) => client.collection(savedSearches),
  facts: (savedSearch) => savedSearch,
  describe: ({ where }) => (where ? `where ${String(where)}` : "without a where"),
});
