import type { CallExpression, Composite, Entry, Expression, List } from "../text/expression";
import { lineComments, sourceText, templateLiteralLines, typescriptKey, typescriptText } from "../text/source-text";
import {
  conditionalGroup,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  literalline,
  type SourceDoc,
  softline,
} from "./source-doc";

/** Minimum length of a key that may be followed by a line break. */
const MIN_BREAKABLE_KEY_LENGTH = 5;

const COMMA = [sourceText`,`, line];

export function docOf(expression: Expression): SourceDoc {
  switch (expression.kind) {
    case "text":
      return textDoc(expression.value);
    case "code":
      return expression.code;
    case "list":
      return listDoc(expression);
    case "object":
      return objectDoc(expression);
    case "call":
      return callDoc(expression);
  }
}

/** Prints a text. Multi-line texts become template literals. */
function textDoc(value: string): SourceDoc {
  return isTemplate(value) ? join(literalline, templateLiteralLines(value)) : typescriptText(value);
}

function isTemplate(value: string): boolean {
  return value.trimEnd().includes("\n");
}

function listDoc({ items }: List): SourceDoc {
  if (items.length === 0) {
    return sourceText`[]`;
  }
  const isTable = items.length > 1 && items.every((item) => item.kind === "object" && item.entries.length > 1);
  const content = indent([softline, join(COMMA, items.map(docOf))]);
  return group([sourceText`[`, content, ifBreak(sourceText`,`), softline, sourceText`]`], { shouldBreak: isTable });
}

function objectDoc({ entries, isSpread }: Composite): SourceDoc {
  if (entries.length === 0) {
    return sourceText`{}`;
  }
  const shouldBreak = isSpread || entries.some(({ comment }) => comment !== undefined);
  const content = indent([line, join(COMMA, entries.map(entryDoc))]);
  return group([sourceText`{`, content, ifBreak(sourceText`,`), line, sourceText`}`], { shouldBreak });
}

function entryDoc({ key, value, comment }: Entry): SourceDoc {
  const comments = comment === undefined ? [] : lineComments(comment, "//").map((each) => [each, hardline]);
  if (value.kind === "code" && value.code === key) {
    return [...comments, value.code];
  }
  const name = typescriptKey(key);
  const mayBreak = value.kind === "text" && !isTemplate(value.value) && name.length >= MIN_BREAKABLE_KEY_LENGTH;
  const docs = mayBreak
    ? group([name, sourceText`:`, indent([line, docOf(value)])])
    : [name, sourceText`: `, docOf(value)];
  return [...comments, docs];
}

/** Prints a call. The last argument opens on the first line if the others fit before it. */
function callDoc({ callee, args }: CallExpression): SourceDoc {
  const last = args.at(-1);
  if (!last) {
    return [callee, sourceText`()`];
  }
  const docs = args.map(docOf);
  const opens = (last.kind === "object" && last.entries.length > 0) || (last.kind === "list" && last.items.length > 0);
  const content = indent([softline, join(COMMA, docs)]);
  const all = group([callee, sourceText`(`, content, ifBreak(sourceText`,`), softline, sourceText`)`]);
  if (!opens) {
    return all;
  }
  const before = docs.slice(0, -1).flatMap((doc) => [doc, sourceText`, `]);
  const flat = [callee, sourceText`(`, ...before, docOf(last), sourceText`)`];
  const opened = [callee, sourceText`(`, ...before, group(docOf(last), { shouldBreak: true }), sourceText`)`];
  return isForcedOpen(last) ? opened : conditionalGroup([flat, opened, all]);
}

function isForcedOpen(expression: Expression): boolean {
  return expression.kind === "object" && (expression.isSpread || expression.entries.some(({ comment }) => comment));
}
