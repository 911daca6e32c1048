import { CommandError } from "../../terminal/exit";

/** Reports that the database cannot be reached or refuses its user, so that no query can succeed. */
export class DatabaseUnreachableError extends CommandError {}

/** Reports that one query cannot be evaluated, while others can. The message contains the reason and the fix. */
export class QueryRefusedError extends CommandError {}

/** Reports that the database refuses one query, such as a query with an unknown column. */
export class DatabaseRefusedError extends QueryRefusedError {
  /**
   * @param reason sentence without the fix
   * @param fix fix for a command with `--last`
   */
  constructor(
    readonly reason: string,
    fix: string,
  ) {
    super(`${reason} Fix: ${fix}`);
  }
}

/** Reports that a query exceeds a limit of the database, such as time or memory. The query may be valid. */
export class QueryLimitError extends DatabaseRefusedError {}

const EXCEEDED_LIMIT =
  /\btimeout (?:exceeded|error)\b|\bmemory limit\b|\blimit for (?:rows|bytes|result)\b|\bquery execution time\b/i;

/** Returns true if a text of ClickHouse, which another server passes on, reports an exceeded limit. */
export function reportsLimit(text: string): boolean {
  return EXCEEDED_LIMIT.test(text);
}

const MAX_QUOTED = 200;

export function shortQuote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}...` : text);
}
