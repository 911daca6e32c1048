import { splitColumns } from "../../split-columns";

/** A condition that generated events meet or do not meet. */
export interface ConditionPart {
  /** The condition without its negation. */
  readonly text: string;
  /** Share of the events that meet the text. */
  readonly share: number;
  /** True if the part selects the other events. */
  readonly isNegated: boolean;
}

/** Maximum length of a condition that is divided. Nested negations and brackets take more than linear time. */
const MAX_LENGTH = 2000;

/** Returns the parts of a condition in Lucene or SQL. An event must meet all of them. A longer condition is one part. */
export function conditionParts(condition: string): readonly ConditionPart[] {
  if (condition.length > MAX_LENGTH) {
    return [{ text: condition, share: OTHER_SHARE, isNegated: false }];
  }
  const parts = splitColumns(condition, "AND").map(unwrap);
  return parts.length > 1 ? parts.flatMap(conditionParts) : parts.map(partOf);
}

/** Removes brackets around a whole condition. */
function unwrap(condition: string): string {
  const isWrapped = condition.startsWith("(") && condition.endsWith(")") && splitColumns(condition, ")").length === 1;
  return isWrapped ? unwrap(condition.slice(1, -1).trim()) : condition;
}

/** Forms of negations, with the text that replaces each in the positive condition. */
const NEGATIONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:NOT\b|[-!])\s*/i, ""],
  [/!=|<>/, "="],
  [/\bNOT (?=IN\b|I?LIKE\b)/i, ""],
  [/<=/, ">"],
  [/</, ">="],
];

/** Errors and slow events are so rare that a usual service level objective has most of its error budget left. */
const ERROR_SHARE = 0.0003;
const SHARES: readonly (readonly [RegExp, number])[] = [
  [/fatal|critical|panic/i, ERROR_SHARE / 10],
  [/error|exception|fail|timeout|\b5(?:\d\d|xx)\b|>/i, ERROR_SHARE],
  [/warn/i, 0.005],
];
const OTHER_SHARE = 0.4;

/** Names of results without an error. */
const GOOD = /\b(?:ok|success|2(?:\d\d|xx))\b/i;

function partOf(text: string): ConditionPart {
  for (const [negation, replacement] of NEGATIONS) {
    if (negation.test(text)) {
      const positive = partOf(unwrap(text.replace(negation, replacement)));
      return { ...positive, isNegated: !positive.isNegated };
    }
  }
  const share = SHARES.find(([pattern]) => pattern.test(text))?.[1];
  const isGood = share === undefined && GOOD.test(text);
  return { text, share: share ?? (isGood ? ERROR_SHARE : OTHER_SHARE), isNegated: isGood };
}
