import { isPage, plainText } from "../../../../client/http/response-text";
import { visible } from "../../../../visible";
import type { CommandError } from "../../../terminal/exit";
import { DatabaseRefusedError, DatabaseUnreachableError, QueryLimitError } from "../series-errors";
import { type DatabaseSettings, URL_VARIABLE } from "./database-settings";

const MAX_TEXT = 300;

/** Errors of ClickHouse that concern every query of the user. */
const CONNECTION_ERRORS: readonly string[] = [
  "AUTHENTICATION_FAILED",
  "UNKNOWN_USER",
  "WRONG_PASSWORD",
  "REQUIRED_PASSWORD",
  "IP_ADDRESS_NOT_ALLOWED",
];

/** Fixes for errors of one query. The text of the database names the table, column or limit. */
const QUERY_FIXES: ReadonlyMap<string, string> = new Map([
  ["UNKNOWN_TABLE", "Correct the table of the source, or grant SELECT on it to the user."],
  ["UNKNOWN_DATABASE", "Correct the database of the source, or grant SELECT on its tables to the user."],
  ["UNKNOWN_IDENTIFIER", "Correct the name of the column."],
  ["THERE_IS_NO_COLUMN", "Correct the name of the column."],
  ["NO_SUCH_COLUMN_IN_TABLE", "Correct the name of the column."],
  ["UNKNOWN_FUNCTION", "Correct the name of the function."],
  ["SYNTAX_ERROR", "Correct the SQL of the condition, the value or the group."],
  ["ACCESS_DENIED", "Grant SELECT on the tables of the sources to the user."],
]);

const TIME_FIX = "Set a shorter --last, or a condition that reads fewer rows.";

const LIMIT_FIXES: ReadonlyMap<string, string> = new Map([
  ["TIMEOUT_EXCEEDED", TIME_FIX],
  ["TOO_SLOW", TIME_FIX],
  ["MEMORY_LIMIT_EXCEEDED", "Set a shorter --last, or a condition or a group with fewer values."],
  ["TOO_MANY_ROWS", TIME_FIX],
  ["TOO_MANY_BYTES", TIME_FIX],
  ["TOO_MANY_ROWS_OR_BYTES", "Set a shorter --last, or a group with fewer values."],
]);

const DEFAULT_FIX = "Correct the condition, the value or the group.";

/** An error of the client. Errors of the database have the name of their type. */
interface ClientFailure {
  readonly message: string;
  readonly code?: string;
  readonly type?: string;
}

/**
 * Returns the error for a user: a `QueryRefusedError` for a failure of one query, a `CommandError` for a failure of the
 * connection. No message contains the password.
 */
export function databaseError(error: ClientFailure, settings: DatabaseSettings): CommandError {
  const { type, code, message } = error;
  const text = shown(isPage(undefined, message) ? plainText(message) : message, settings);
  if (type === undefined) {
    return unreachable(settings, code, text);
  }
  if (type === "READONLY" || type === "SETTING_CONSTRAINT_VIOLATION") {
    return failure(
      settings,
      `its user ${settings.user} may not set the limits of a query: ${text}. Fix: Run ALTER USER ${settings.user} SETTINGS readonly = 1, and set the limits there.`,
    );
  }
  if (CONNECTION_ERRORS.includes(type)) {
    return failure(
      settings,
      `it refuses the user ${settings.user} (${type}). Fix: Correct CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, and the addresses from which the user may connect.`,
    );
  }
  const reason = `ClickHouse refuses the query: ${text} (${type}).`;
  const limitFix = LIMIT_FIXES.get(type);
  return limitFix === undefined
    ? new DatabaseRefusedError(reason, QUERY_FIXES.get(type) ?? DEFAULT_FIX)
    : new QueryLimitError(reason, limitFix);
}

/** Returns the error for a user that may write: the queries contain conditions of the code. */
export function notReadOnly(settings: DatabaseSettings): CommandError {
  return failure(
    settings,
    `its user ${settings.user} is not read-only, and the queries contain conditions of the code. Fix: Use another user, or run ALTER USER ${settings.user} SETTINGS readonly = 2.`,
  );
}

function unreachable(settings: DatabaseSettings, code: string | undefined, text: string): CommandError {
  if (/^timeout error/i.test(text)) {
    return new QueryLimitError("ClickHouse does not respond in time.", TIME_FIX);
  }
  if (code === undefined) {
    return failure(
      settings,
      `it does not respond as ClickHouse: ${text || "an empty response"}. Fix: Set ${settings.addressName ?? URL_VARIABLE} to the address of its HTTP interface.`,
    );
  }
  return failure(
    settings,
    `it cannot be reached: ${text}. Fix: Correct ${settings.addressName ?? URL_VARIABLE}, or start the database and open its port to this machine.`,
  );
}

function failure({ url }: DatabaseSettings, reason: string): DatabaseUnreachableError {
  return new DatabaseUnreachableError(`The ClickHouse database ${url} cannot be queried: ${reason}`);
}

function shown(text: string, { password }: DatabaseSettings): string {
  // The database appends the query, which the author does not know.
  const line = text
    .replace(/\.? In scope [\s\S]*/, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\.$/, "");
  const hidden = password === "" ? line : line.replaceAll(password, "***");
  return visible(hidden.length > MAX_TEXT ? `${hidden.slice(0, MAX_TEXT)}...` : hidden);
}
