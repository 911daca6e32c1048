import { CommandError } from "../frame/exit";

/** Reports that the database cannot be reached or refuses its user, so that no query can succeed. */
export class DatabaseUnreachableError extends CommandError {}

/** Reports that one query cannot be evaluated, while others can. The message contains the reason and the fix. */
export class QueryRefusedError extends CommandError {}

/** Reports that the database refuses one query, such as a query with an unknown column. */
export class DatabaseRefusedError extends QueryRefusedError {}

/** Maximum length of a condition or an expression in a message. */
const MAX_QUOTED = 200;

/** Returns a text of the author in quotes, for a message. */
export function shortQuote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}...` : text);
}
