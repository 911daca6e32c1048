import { objectOperations } from "../object-operations";
import { badRequest, notFound } from "../refusal";
import { savedSearchBody } from "./body";

const unrenderableText = (index: number): string =>
  `filters[${index}] must be a sidebar-renderable SQL predicate (e.g. "<column> IN ('<value>', ...)", "NOT IN (...)", ` +
  'or "BETWEEN <n> AND <n>"). Other shapes are only accepted on update when preserved unchanged from the stored saved search.';

/** Operations on saved searches (docs/internals/api-behavior.md 3.12). */
export const savedSearchOperations = objectOperations({
  path: "/saved-searches",
  notFound: notFound("Saved search not found"),
  objects: ({ savedSearches }) => savedSearches,
  isPaged: true,
  show: (savedSearch, { store }) => ({ ...savedSearch, teamId: store.state.team.id }),
  body: () => savedSearchBody,

  write({ store }, body, stored) {
    store.sources.find(body.sourceId, badRequest("sourceId must be an existing source id"));
    const known = new Set(stored?.filters.map((filter) => JSON.stringify(filter)));
    const index = body.filters.findIndex((filter) => !known.has(JSON.stringify(filter)) && !isRenderable(filter));
    if (index >= 0) {
      throw badRequest(unrenderableText(index));
    }
    return body;
  },

  onDelete({ store }, { id }) {
    store.alerts.removeWhere((alert) => alert.source === "saved_search" && alert.savedSearchId === id);
  },
});

interface Filter {
  type: string;
  condition?: string;
}

/** True for a filter of the side bar: `IN` or numeric `BETWEEN` of one column (docs/internals/api-behavior.md 3.12). */
export function isRenderable({ type, condition }: Filter): boolean {
  if (type !== "sql" || condition === undefined) {
    return false;
  }
  const text = condition.trim();
  const outline = outlineOf(text);
  const ands = outline.match(/ AND /gi)?.length ?? 0;
  const range = / BETWEEN /i.test(outline) && betweenPattern.exec(condition.replace(/\s+/g, " "));
  if (range) {
    const [, column = "", low = "", high = ""] = range;
    return ands === 1 && isColumn(column) && [low, high].every((bound) => Number.isFinite(Number(bound)));
  }
  if (ands > 0 || /[=<>]| OR /i.test(outline)) {
    return false;
  }
  const operator = / NOT IN /i.exec(outline) ?? / IN /i.exec(outline);
  if (!operator) {
    return false;
  }
  const values = text.slice(operator.index + operator[0].length).trim();
  return isColumn(text.slice(0, operator.index)) && hasValue(values);
}

const betweenPattern = /^((?:(?! BETWEEN ).)+) BETWEEN ((?:(?! AND ).)+) AND (.+)$/i;

const isColumn = (text: string): boolean => !/\b(?:NOT|AND|OR)\b/i.test(text);

/** Returns true if a list, with or without parentheses, contains more than commas. */
const hasValue = (list: string): boolean => /[^\s,]/.test(/^\((.*)\)$/s.exec(list)?.[1] ?? list);

/** Replaces each character in quotes or parentheses by an underscore. The other characters are at the top level. */
function outlineOf(text: string): string {
  let depth = 0;
  return text.replace(quotedOrOne, (part) => {
    depth += part === "(" ? 1 : 0;
    const isHidden = depth > 0 || part.startsWith("'");
    depth -= part === ")" && depth > 0 ? 1 : 0;
    return isHidden ? "_".repeat(part.length) : part;
  });
}

/** Matches an escaped quote, a quoted text up to its end or the end of the condition, or any other character. */
const quotedOrOne = /\\'|'(?:[^'\\]|\\.|'')*(?:'|$)|[\s\S]/gs;
