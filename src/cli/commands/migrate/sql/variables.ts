import { findOpenPart, tokensOf } from "../../../../declaration/sql-tokens";
import { sqlText } from "../../../../sql-text";
import { LeftOutError } from "../migrated";
import { isComment } from "./clauses";
import type { VariableUse } from "./convert-sql";

/** Place of a variable: in code, where SQL expects a list, the only content of a text, or between two quotes. */
export type VariablePlace = "code" | "list" | "whole" | "'" | '"' | "`";

/** Form of a list of fixed values in which `@` is the list, the text between two values, and the form of each value. */
type Format = readonly [list: string, separator: string, each: (value: string) => string];
const same = (value: string) => value;
const PLAIN: Format = ["@", ",", same];
const QUOTED: Format = ["@", ", ", sqlText];
const REGEX: Format = ["(@)", "|", (value) => value.replace(/[$()*+./?[\\\]^{|}-]/g, "\\$&")];

/**
 * By format of Grafana: the format of a variable in ClickStack, and the form of fixed values. Without a format,
 * ClickStack writes quoted values.
 */
const FORMATS = new Map<string, readonly [filter: string, fixed: Format]>([
  ...["csv", "raw"].map((format) => [format, [":csv", PLAIN]] as const),
  ...["singlequote", "sqlstring"].map((format) => [format, ["", QUOTED]] as const),
  ["text", [":csv", ["@", " + ", same]]],
  ["regex", [":regex", REGEX]],
  ["pipe", [":regex", ["@", "|", same]]],
]);
const GLOB: readonly [filter: string, fixed: Format] = [":csv", ["{@}", ",", same]];

/** Formats of Grafana that ClickStack does not have. Grafana reads unknown formats as `glob`. */
const OTHER_FORMATS = new Set(
  "customqueryparam date distributed doublequote html join json lucene percentencode queryparam uriencode".split(" "),
);

const formatOf = (name: string) =>
  FORMATS.get(name) ?? (OTHER_FORMATS.has(name.split(":")[0] ?? name) ? undefined : GLOB);

/** Thrown for a variable without known values. */
export class UnknownValuesError extends LeftOutError {}

/** Returns the text of a variable, with the quotes around it for the place `whole`. */
export function variableText(name: string, format: string, use: VariableUse, place: VariablePlace): string {
  const inline = use.kind === "inline" ? fixedText(name, format, use, place) : undefined;
  const textOf = use.kind === "filter" && format === "text" && use.texts?.size ? textOfValue : filterText;
  const text = use.kind === "filter" ? textOf(format, use, place) : inline;
  if (text === undefined) {
    throw use.kind === "inline" && use.values.length === 0
      ? new UnknownValuesError(
          `The values of the variable \`${name}\` are not known. Fix: Add them to \`variables\` in migrate.yaml.`,
        )
      : new LeftOutError(`ClickStack cannot write \`$${name}\`${format && ` with the format \`${format}\``} here.`);
  }
  return text;
}

export const isInText = (place: VariablePlace) => /^['"`]/.test(place);

function filterText(format: string, use: VariableUse & { kind: "filter" }, place: VariablePlace): string | undefined {
  const isPattern = place !== "code" && place !== "list" && use.allValue === ".*";
  const plain = isPattern ? ":regex" : isInText(place) || (place === "code" && !use.isMulti) ? ":csv" : "";
  const written = format === "" ? plain : formatOf(format)?.[0];
  const text = `\${${use.name}${written}}`;
  return written === undefined || (isInText(place) && written === "")
    ? undefined
    : `${place === "whole" && written !== "" ? `'${text}'` : text}`;
}

/** Returns SQL that replaces the selected value by its text. */
function textOfValue(
  _: string,
  { name, texts = new Map<string, string>() }: VariableUse & { kind: "filter" },
  place: VariablePlace,
) {
  const lists = [texts.keys(), texts.values()].map((list) => `[${[...list].map(sqlText).join(", ")}]`);
  return place === "whole" ? `transform('\${${name}:csv}', ${lists.join(", ")})` : undefined;
}

function fixedText(name: string, format: string, use: VariableUse & { kind: "inline" }, place: VariablePlace) {
  const { allValue, isMulti } = use;
  const values = format === "text" ? use.values.map((value) => use.texts?.get(value) ?? value) : use.values;
  const isList = !isInText(place) && (values.length > 1 || (isMulti && place !== "whole"));
  const [, found] = formatOf(format || (isList ? "singlequote" : "raw")) ?? [];
  const text = values.length === 0 ? allValue : found && joined(values, found);
  if (text === undefined) {
    return undefined;
  }
  const isText = place === "whole" && found !== QUOTED;
  return isText ? `'${safeText(text, "'")}'` : isInText(place) ? safeText(text, place) : safeCode(text, name);
}

function joined(values: readonly string[], [list, separator, each]: Format): string {
  const text = values.map(each).join(separator);
  return values.length === 1 ? text : list.replace("@", () => text);
}

function safeText(text: string, quote: string): string {
  const isOne = tokensOf(`${quote}${text}${quote}`).length === 1;
  return withoutReferences(isOne ? text : text.replace(/[\\'"`]/g, "\\$&"), quote);
}

function safeCode(text: string, name: string): string {
  const tokens = tokensOf(text);
  if (findOpenPart(text) || tokens.some((token) => /^[$;]/.test(token) || isComment(token))) {
    throw new LeftOutError(`The value of the variable \`${name}\` is not a part of one query.`);
  }
  return tokens.map((token) => withoutReferences(token, token.charAt(0))).join("");
}

/** Hides dollars from ClickStack, which would insert other variables. ClickHouse reads `\x24` as a dollar. */
function withoutReferences(text: string, quote: string): string {
  const hidden = new Map(Object.entries({ $: "\\x24", "\\$": "\\\\\\x24" }));
  return quote === "'" ? text.replace(/\\[\s\S]|\$(?=[\w{])/g, (part) => hidden.get(part) ?? part) : text;
}
