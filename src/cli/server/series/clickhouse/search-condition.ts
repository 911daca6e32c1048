import {
  ignoredPart,
  LuceneError,
  type LuceneNode,
  NO_FIELD,
  parseLucene,
  termText,
} from "../../../../declaration/lucene";
import { QueryRefusedError, shortQuote } from "../series-errors";
import { type Columns, type Field, fieldOf, type ValueType } from "./columns";
import type { QueryParameters } from "./sql-text";

/** The table that a search condition selects rows of. */
interface SearchedTable {
  readonly columns: Columns;
  /** SQL of the text that words without a field search; undefined if the source names none. */
  readonly text: string | undefined;
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  [NO_FIELD, "AND"],
  ["AND", "AND"],
  ["&&", "AND"],
  ["OR", "OR"],
  ["||", "OR"],
  ["NOT", "AND NOT"],
  ["AND NOT", "AND NOT"],
  ["OR NOT", "OR NOT"],
]);

const COMPARISONS = [">=", "<=", ">", "<"] as const;
type Comparison = (typeof COMPARISONS)[number];
const OPPOSITE: Readonly<Record<Comparison, Comparison>> = { ">=": "<", "<=": ">", ">": "<=", "<": ">=" };

/** Separators of words in ClickHouse: ASCII characters that are neither letters nor digits. */
const SEPARATORS = /[ -/:-@[-`{-~\t\n\r]+/;

/** JSON types that compare as numbers. */
const JSON_NUMBERS = ["Int64", "UInt64", "Float64", "Int32", "UInt32", "Float32", "Int16", "UInt16", "Int8", "UInt8"]
  .map((type) => `'${type}'`)
  .join(", ");

/**
 * Translates a Lucene condition to SQL with the meaning that the server gives it; "" without a condition. Throws a
 * `QueryRefusedError` that names the part that is not translated.
 */
export function searchSql(condition: string, table: SearchedTable, parameters: QueryParameters): string {
  return new Translation(condition, table, parameters).node(parseSearch(condition), undefined);
}

function refusedSearch(condition: string, reason: string): QueryRefusedError {
  return new QueryRefusedError(
    `The Lucene condition ${shortQuote(condition)} cannot be translated to SQL: ${reason}. Fix: Change the condition, or write it in SQL (where_language = "sql").`,
  );
}

/** Refuses syntax that the server ignores too, because the result would not be the one that the author expects. */
function parseSearch(condition: string): LuceneNode {
  try {
    const ignored = ignoredPart(condition);
    if (ignored !== undefined) {
      throw refusedSearch(condition, ignored);
    }
    return parseLucene(condition);
  } catch (error) {
    throw error instanceof LuceneError ? refusedSearch(condition, error.message) : error;
  }
}

class Translation {
  constructor(
    private readonly condition: string,
    private readonly table: SearchedTable,
    private readonly parameters: QueryParameters,
  ) {}

  /**
   * Writes nodes in their order, and parentheses only where the condition has them, as the server does. In SQL, AND
   * then has precedence over OR.
   * @param group field of a group such as `level:(error OR warn)`
   */
  node(node: LuceneNode, group: string | undefined): string {
    if (node.term !== undefined || node.term_min !== undefined) {
      return this.#leaf(node, group);
    }
    if (node.left === undefined) {
      return "";
    }
    const isGroup = node.parenthesized === true && node.field !== undefined && node.field !== NO_FIELD;
    const inner = isGroup ? node.field?.replace(/^-/, "") : group;
    const left = `${node.start === undefined ? "" : "NOT "}${this.node(node.left, inner)}`;
    const operator = OPERATORS.get(node.operator ?? "");
    const both = node.right === undefined ? left : `${left} ${operator} ${this.node(node.right, inner)}`;
    return node.parenthesized ? `${isGroup && node.field?.startsWith("-") ? "NOT " : ""}(${both})` : both;
  }

  #leaf(node: LuceneNode, group: string | undefined): string {
    const hasField = node.field !== undefined && node.field !== NO_FIELD;
    const name = hasField ? termText((node.field ?? "").replace(/^-/, "")) : group;
    const isNegated = hasField ? node.field?.startsWith("-") === true : node.prefix === "-";
    if (node.term === undefined) {
      return this.#range(name, node, isNegated);
    }
    const text = `${hasField && node.prefix === "-" ? "-" : ""}${termText(node.term)}`;
    if (name === undefined) {
      return this.#words(text, node.quoted === true, isNegated);
    }
    if (hasField && node.quoted) {
      return this.#equals(this.#field(name), text, isNegated);
    }
    return node.quoted
      ? this.#contains(this.#field(name), text, isNegated)
      : this.#term(name, text, isNegated, { isInGroup: !hasField });
  }

  #term(name: string, text: string, isNegated: boolean, { isInGroup }: { isInGroup: boolean }): string {
    const field = this.#field(name);
    if (text === "*") {
      return this.#exists(name, field, isNegated);
    }
    const comparison = COMPARISONS.find((each) => text.startsWith(each));
    if (comparison !== undefined) {
      return this.#compares(name, field, isNegated ? OPPOSITE[comparison] : comparison, text.slice(comparison.length));
    }
    const bare = text.replace(/^\*/, "").replace(/\*$/, "");
    if (isInGroup && bare !== text && field.type === "text" && !field.isList) {
      return this.#like(field.sql, text, isNegated);
    }
    return this.#contains(field, bare, isNegated);
  }

  #field(name: string): Field {
    const field = fieldOf(name, this.table.columns, this.parameters);
    if ("problem" in field) {
      throw this.#refused(field.problem);
    }
    return field;
  }

  /** Words in the text of the source: each must be a whole word. A wildcard at an end compares the whole text. */
  #words(text: string, isQuoted: boolean, isNegated: boolean): string {
    const { text: column } = this.table;
    if (column === undefined) {
      throw this.#refused(
        `its source declares no text to search for ${JSON.stringify(text)} (implicit_column_expression)`,
      );
    }
    if (text === "") {
      return "(1 = 1)";
    }
    if (!isQuoted && text === "*") {
      return `(notEmpty(${column}) ${isNegated ? "!=" : "="} 1)`;
    }
    const comparison = isQuoted ? undefined : COMPARISONS.find((each) => text.startsWith(each));
    if (comparison !== undefined) {
      throw this.#refused(`the comparison "${text}" has no field`);
    }
    if (!isQuoted && /^\*|\*$/.test(text)) {
      return this.#like(column, text, isNegated);
    }
    const tokens = SEPARATORS.test(text) ? text.split(SEPARATORS).filter((token) => token !== "") : [text];
    const isOne = tokens.length === 1 && tokens[0] === text;
    const all = tokens.map((token) => `hasToken(lower(${column}), lower(${this.#text(token)}))`);
    const sql = isOne
      ? all.join("")
      : [...all, `lower(${column}) LIKE lower(${this.#text(`%${text}%`)})`].join(" AND ");
    return isNegated ? `(NOT (${sql}))` : `(${sql})`;
  }

  #like(sql: string, text: string, isNegated: boolean): string {
    const pattern = text.replace(/^\*/, "%").replace(/\*$/, "%");
    return `(lower(${sql}) ${isNegated ? "NOT " : ""}LIKE lower(${this.#text(pattern)}))`;
  }

  #equals({ sql, type, isList }: Field, text: string, isNegated: boolean): string {
    const value = this.#value(type, text);
    return isList
      ? `(${isNegated ? "NOT " : ""}has(${sql}, ${value}))`
      : `(${type === "json" ? `toString(${sql})` : sql} ${isNegated ? "!=" : "="} ${value})`;
  }

  #value(type: ValueType, text: string): string | number {
    if (type === "number") {
      return this.#number(text);
    }
    return type === "boolean" ? this.#boolean(text) : this.#text(text);
  }

  /** A term without quotes: a part of a text in any case, or an equal number. */
  #contains(field: Field, text: string, isNegated: boolean): string {
    const { sql, type, isList } = field;
    const not = isNegated ? "NOT " : "";
    if (type === "number" || type === "boolean") {
      return this.#equals(field, text, isNegated);
    }
    if (isList) {
      return `(${not}arrayExists(el -> el ILIKE ${this.#text(`%${text}%`)}, ${sql}))`;
    }
    if (text === "") {
      return "(1 = 1)";
    }
    return `(${type === "json" ? `toString(${sql})` : sql} ${not}ILIKE ${this.#text(`%${text}%`)})`;
  }

  #exists(name: string, { sql, type, isList }: Field, isNegated: boolean): string {
    if (!isList && (type === "number" || type === "boolean")) {
      throw this.#refused(`"${name}" always has a value, so ClickHouse refuses ${name}:*`);
    }
    return `(notEmpty(${type === "json" ? `toString(${sql})` : sql}) ${isNegated ? "!=" : "="} 1)`;
  }

  #compares(name: string, { sql, type, isList }: Field, comparison: Comparison, text: string): string {
    if (isList) {
      throw this.#refused(`"${name}" is a list, which ${comparison} does not compare`);
    }
    if (type === "json") {
      return `(dynamicType(${sql}) IN (${JSON_NUMBERS}) AND ${sql} ${comparison} ${this.#number(text)})`;
    }
    return `(${sql} ${comparison} ${this.#text(text)})`;
  }

  #range(name: string | undefined, node: LuceneNode, isNegated: boolean): string {
    const bounds = [node.term_min ?? "", node.term_max ?? ""].map(termText);
    const range = `[${bounds.join(" TO ")}]`;
    if (name === undefined) {
      throw this.#refused(`the range ${range} has no field`);
    }
    const { sql, type, isList } = this.#field(name);
    const areNumbers = bounds.map((bound) => /^-?\d+(\.\d+)?$/.test(bound));
    if (bounds.some((bound, index) => !areNumbers[index] && !Number.isNaN(Number.parseFloat(bound)))) {
      throw this.#refused(`the server reads only the number at the beginning of the bounds of ${range}`);
    }
    if (isList || (type !== "number" && (type !== "text" || areNumbers.includes(true)))) {
      throw this.#refused(`the values of "${name}" are not numbers, so ClickHouse does not compare them with ${range}`);
    }
    const [from, to] = bounds.map((bound, index) => (areNumbers[index] ? this.#number(bound) : this.#text(bound)));
    return `(${sql} ${isNegated ? "NOT " : ""}BETWEEN ${from} AND ${to})`;
  }

  #text(value: string): string {
    return this.parameters.add("String", value);
  }

  #number(text: string): string {
    if (!/^\s*[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i.test(text)) {
      throw this.#refused(`${JSON.stringify(text)} is compared with a number, and is not a number`);
    }
    return this.parameters.add("Float64", Number(text));
  }

  #boolean(text: string): number {
    const word = text.trim().toLowerCase();
    if (!["true", "false", "1", "0"].includes(word)) {
      throw this.#refused(`${JSON.stringify(text)} is compared with a boolean. Write true or false`);
    }
    return word === "true" || word === "1" ? 1 : 0;
  }

  #refused(reason: string): Error {
    return refusedSearch(this.condition, reason);
  }
}
