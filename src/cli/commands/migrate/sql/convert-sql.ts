import { findOpenPart, tokensOf } from "../../../../declaration/sql-tokens";
import { argumentsAt } from "../../../../sql-arguments";
import type { Query } from "../input/query";
import { LeftOutError } from "../migrated";
import { altinityMacro, withTimes } from "./altinity";
import { clausesOf, isBlank } from "./clauses";
import { type Comparison, Output, withoutConditions } from "./conditions";
import { intervalSeconds, isPlainMacro, macroSql } from "./macros";
import { referenceAt, replaceReferences, type VariableReference } from "./references";
import { withoutStatementMacros } from "./statements";
import { isInText, UnknownValuesError, type VariablePlace, variableText } from "./variables";

/** Time terms of the place where the SQL is used. Terms are SQL of type Int64, in milliseconds since the epoch. */
export interface TimeTerms {
  /** Start and end instead of those of the tile. Macros with the range are then expanded. */
  readonly range?: { readonly start: string; readonly end: string };
  /** Length of a bucket. Macros with the interval are then expanded. Undefined keeps the interval of the tile. */
  readonly intervalMs?: string;
}

/** SQL form of a dashboard variable. */
export type VariableUse =
  /** A variable of the new dashboard. */
  | ({ readonly kind: "filter"; readonly name: string } & ListUse)
  /** Inserted as its current values; all values if the list is empty. */
  | ({ readonly kind: "inline"; readonly values: readonly string[] } & ListUse)
  /** The interval of the tile. */
  | { readonly kind: "interval" }
  /** The ad hoc filters of the tile. */
  | { readonly kind: "adhoc" };

/** A variable with a list of values. */
interface ListUse {
  readonly isMulti: boolean;
  readonly allValue: string | undefined;
  /** Texts of values that the format `text` inserts. */
  readonly texts?: ReadonlyMap<string, string>;
}

export interface SqlScope {
  readonly time: TimeTerms;
  readonly variables: ReadonlyMap<string, VariableUse>;
}

const MAX_LENGTH = 100_000;
const MAX_LINE = 100;
/** Bounds the work for macros in the arguments of macros. */
const MAX_LEVELS = 20;

/** Macros whose brackets contain arguments. */
const CALLED = /^(?:__(?:time(?!zone)|date|dt$|conditional)|conditionalTest$|unescape$|timeFilter\w*ByColumn$)/;
/** Formats of a variable whose comparison is a filter. */
const VALUES = /^(?:singlequote|sqlstring|csv|raw|text|)$/;
/** Texts that Grafana inserts for All and that accept every value, as a missing condition does. */
const ALL_VALUES = new Set([undefined, "", "%", "*", ".*"]);

/** Macros of Altinity's plugin whose times are milliseconds. */
const MAKES_TIMES = /\$(?:timeSeries|columns|rate|perSecond|delta|increase)/;

const DIFFERENCES = new Map([
  ["__timezone", ["Grafana inserts the time zone of the dashboard; ClickStack uses that of the ClickHouse server."]],
  ["naturalTimeSeries", ["Grafana uses minutes, hours, days or months as buckets; ClickStack uses its interval."]],
]);

/**
 * Rewrites the macros and variables of a query for ClickStack. Ends without a semicolon. Throws `LeftOutError` if
 * the query cannot be converted.
 */
export function convertSql(query: Pick<Query, "plugin" | "sql" | "model">, scope: SqlScope) {
  const open = findOpenPart(query.sql);
  const tokens = tokensOf(query.sql.trim());
  const last = tokens.findLastIndex((token) => token !== ";" && !isBlank(token));
  const isGrafana = query.plugin === "grafana";
  refuseIf(open !== undefined, `The query cannot be read: ${open?.problem}.`);
  refuseIf(query.sql.length > MAX_LENGTH, "The query has more than 100,000 characters.");
  refuseIf(last < 0, "The query is empty.");
  refuseIf(query.sql.includes("<%"), "The query contains code between `<%` and `%>`.");
  refuseIf(tokens.indexOf(";") >= 0 && tokens.indexOf(";") < last, "The query has more than one statement.");
  const isFilled = !isGrafana && MAKES_TIMES.test(query.sql) && tokens.some((token) => token.toUpperCase() === "FILL");
  refuseIf(isFilled, "The query fills missing times in milliseconds.");
  const statement = withoutStatementMacros(tokens.filter((token) => token !== ";").join(""), isGrafana);
  const conversion = new Conversion(query, scope);
  const isUnknown = (part: string) => {
    try {
      return new Conversion(query, scope).convert(part) === undefined;
    } catch (error) {
      return error instanceof UnknownValuesError;
    }
  };
  const prepared = isGrafana ? statement : withTimes(statement, query.model);
  const sql = conversion.convert(isUnknown(prepared) ? withoutConditions(prepared, isUnknown) : prepared);
  refuseIf(sql.length > MAX_LENGTH, "The converted query has more than 100,000 characters.");
  // Each difference to Grafana is one sentence.
  return { sql: withLineBreaks(sql.trim()), differences: [...conversion.differences] };
}

function refuseIf(isRefused: boolean, reason: string): void {
  if (isRefused) {
    throw new LeftOutError(reason);
  }
}

/** Breaks a long line before the clauses. */
function withLineBreaks(sql: string): string {
  const isLong = sql.length > MAX_LINE && !sql.includes("\n");
  const clauses = isLong ? clausesOf(sql) : [{ keyword: "", text: sql }];
  const space = (index: number) => (clauses[index - 1]?.keyword === "UNION" ? " " : "\n");
  return clauses.map(({ text }, index) => (index === 0 ? "" : space(index)) + text.trim()).join("");
}

class Conversion {
  readonly differences = new Set<string>();
  #level = 0;

  constructor(
    private readonly query: Pick<Query, "plugin" | "model">,
    private readonly scope: SqlScope,
  ) {}

  /** @param isInMacro true in the arguments of a macro, where ClickStack expands no other one */
  convert(sql: string, isInMacro = false): string {
    this.#level += 1;
    refuseIf(this.#level > MAX_LEVELS, "The macros of the query are nested too deeply.");
    const tokens = tokensOf(sql);
    const output = new Output();
    for (let index = 0; index < tokens.length; ) {
      const token = tokens[index] ?? "";
      const reference = referenceAt(tokens, index);
      const use = reference && this.scope.variables.get(reference.name);
      const end = use
        ? this.#addVariable(reference, use, tokens, output, isInMacro)
        : reference && this.#addMacro(reference, tokens, output);
      if (end === undefined) {
        output.add(/^['"`]/.test(token) ? this.#quoted(token) : token);
      }
      index = end ?? index + 1;
    }
    this.#level -= 1;
    return output.sql;
  }

  /** Returns the index of the token after the macro, or undefined if the text is not a macro. */
  #addMacro(reference: VariableReference, tokens: readonly string[], output: Output): number | undefined {
    const { name, isQuoted, end } = reference;
    const braces = this.query.plugin === "grafana" ? argumentsAt(tokens, end, "{}") : undefined;
    const call = CALLED.test(name) ? (argumentsAt(tokens, end) ?? braces) : undefined;
    const sql = name.startsWith("__")
      ? this.#macro(reference, call?.args ?? [])
      : this.query.plugin === "altinity" && !isQuoted && this.#altinityMacro(name, call?.args ?? []);
    // Without a variable, `[[a]]` is an array, and `$1` is a part of a pattern.
    const isUnknown = typeof sql !== "string" && !isQuoted && !/^\d/.test(name) && tokens[end - 1] !== "]";
    refuseIf(isUnknown, `The query uses \`$${name}\`, which is not a known macro or variable.`);
    output.add(sql || "");
    for (const difference of DIFFERENCES.get(name) ?? []) {
      this.differences.add(difference);
    }
    return typeof sql === "string" ? (call?.end ?? end) : undefined;
  }

  #macro({ name, format }: VariableReference, args: readonly string[]): string {
    const macro = name.slice(2);
    if (macro === "conditionalAll") {
      return this.#conditional("", args.slice(0, -1).join(", "), "1=1", args.at(-1));
    }
    // The second argument of `timeGroup` is a text or `$__interval`, which is not SQL.
    const isSql = (place: number) => macro !== "timeGroup" || place === 0;
    const converted = args.map((arg, place) => (isSql(place) ? this.convert(arg, true) : arg));
    return macroSql(macro, converted, format, this.scope.time);
  }

  #altinityMacro(name: string, args: readonly string[]): string | undefined {
    if (name === "conditionalTest") {
      const [condition = "", otherwise = ""] = args.length === 3 ? args : [args.slice(0, -1).join(", ")];
      const [, word = "", rest = ""] = /^((?:AND|WHERE|PREWHERE|HAVING)\s)?([\s\S]*)$/i.exec(condition) ?? [];
      return this.#conditional(word, rest, otherwise, args.at(-1));
    }
    const value = name === "unescape" ? referenceAt(tokensOf(args[0] ?? ""), 0) : undefined;
    const text = value ? `\${${value.name}:csv}` : altinityMacro(name, args, this.query.model);
    return text && this.convert(text);
  }

  /** Returns a condition and the word before it, such as WHERE. It applies only if the variable has a value. */
  #conditional(word: string, condition: string, otherwise: string, variable = ""): string {
    const name = referenceAt(tokensOf(variable), 0)?.name ?? variable;
    const use = this.scope.variables.get(name);
    this.#noteFixed(name, use, "All values of the variable `@` are selected.");
    if (use?.kind !== "filter") {
      return this.convert(use?.kind === "inline" && use.values.join("") === "" ? otherwise : word + condition);
    }
    const isSwitch = otherwise !== "1=1" && (word === "" || otherwise !== "");
    refuseIf(isSwitch, "In ClickStack, a variable can switch a condition, but no other part of SQL.");
    return `${word}$__conditionalAll(${this.convert(condition, true)}, $${use.name})`;
  }

  /** Returns the index of the token after the variable. */
  #addVariable(
    { name, format, isQuoted, end }: VariableReference,
    use: VariableUse,
    tokens: readonly string[],
    output: Output,
    isInMacro: boolean,
  ): number {
    const next = tokens.slice(end, end + 3).join("");
    const comparison = isCompared(use, format) && VALUES.test(format) ? output.takeComparison(next) : undefined;
    if (comparison) {
      output.add(this.#compared(comparison, use, isInMacro));
      return comparison.isList ? tokens.indexOf(")", end) + 1 : end;
    }
    const isSource = output.endsWith(/\b(?:FROM|JOIN)$/i);
    if (isSource && tokens[end] === "." && use.kind === "inline" && isCompared(use, format)) {
      this.differences.add(
        `The value of the variable \`${name}\` is not known, so that the query uses the default database.`,
      );
      return end + 1;
    }
    if (use.kind === "adhoc") {
      output.add("$__filters");
    } else if (use.kind === "interval" && output.endsWith(/\bINTERVAL$/i)) {
      output.add(`${intervalSeconds(this.scope.time)} second`);
    } else {
      const place = output.endsWith(/\[$|\bIN\s*\($/i) ? "list" : "code";
      output.add(this.#variable(name, format, use, isQuoted ? "whole" : place));
    }
    return end;
  }

  #compared(comparison: Comparison, use: VariableUse, isInMacro: boolean): string {
    const { operand, operator } = comparison;
    const not = comparison.isNegated ? "NOT " : "";
    if (use.kind !== "filter") {
      return `${not}1=1`;
    }
    const { name, allValue } = use;
    if (operator !== "IN" || isInMacro) {
      if (operator !== "IN") {
        this.differences.add(oneValueOf(name));
      }
      const condition = `${operand} ${not}${operator} ${operator === "IN" ? `(\${${name}})` : `\${${name}}`}`;
      return isInMacro || allValue === undefined ? condition : `$__conditionalAll(${condition}, $${name})`;
    }
    if (!ALL_VALUES.has(allValue)) {
      this.differences.add(
        `Grafana inserts \`${allValue}\` for all values of \`${name}\`. ClickStack leaves the condition out.`,
      );
    }
    return `${not}$__filter(${operand}, $${name})`;
  }

  #variable(name: string, format: string, use: VariableUse, place: VariablePlace): string {
    const text = variableText(name, format, use, place);
    this.#noteFixed(name, use);
    const isPart = use.kind === "filter" && !use.isMulti && isInText(place) && text.endsWith(":csv}");
    const isWhole = use.kind === "filter" && (text === `\${${use.name}}` || text.startsWith("transform("));
    if (use.kind === "filter" && place !== "list" && (isPart || isWhole)) {
      const isList = place === "code" && use.isMulti;
      this.differences.add(isList ? listOf(use.name) : oneValueOf(use.name));
    }
    if (place === "code" && text.endsWith(":csv}")) {
      this.differences.add(`The query fails while the filter \`${name}\` has no value.`);
    }
    return text;
  }

  /** @param ofAll the sentence for a variable with all values, in which `@` is the name */
  #noteFixed(name: string, use: VariableUse | undefined, ofAll?: string): void {
    // Another sentence names a variable without a value.
    if (use?.kind === "inline" && (use.values.length > 0 || use.allValue !== undefined)) {
      const values = use.values.length === 0 ? [use.allValue ?? ""] : use.values;
      const list = values.map((value) => `\`${value}\``).join(", ");
      const text = `The variable \`@\` is ${list === "``" ? "empty" : `fixed to ${list}`}.`;
      this.differences.add(((use.values.length === 0 && ofAll) || text).replace("@", () => name));
    }
  }

  #quoted(token: string): string {
    return replaceReferences(token, (name, format) => {
      const use = this.scope.variables.get(name);
      const isMacro = !use && name.startsWith("__") && isPlainMacro(name.slice(2));
      refuseIf(isMacro, `ClickStack cannot insert \`$${name}\` into a text.`);
      return use && this.#variable(name, format, use, token.charAt(0) as VariablePlace);
    });
  }
}

const oneValueOf = (name: string) =>
  `The query needs one value of the filter \`${name}\`, which can have none or several.`;

const listOf = (name: string) =>
  `Without a value of the filter \`${name}\`, the query contains NULL; Grafana inserts all values.`;

/** Returns true for a comparison that accepts all values: it depends on a selection, or its value is unknown. */
function isCompared(use: VariableUse, format: string): boolean {
  const isOfValues = use.kind === "filter" && (format !== "text" || !use.texts?.size);
  return isOfValues || (use.kind === "inline" && use.values.length === 0 && use.allValue === undefined);
}
