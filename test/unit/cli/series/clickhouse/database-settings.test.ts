import { databaseError } from "../../../../../src/cli/server/series/clickhouse/database-errors";
import { databaseSettings } from "../../../../../src/cli/server/series/clickhouse/database-settings";
import {
  DatabaseUnreachableError,
  QueryLimitError,
  QueryRefusedError,
} from "../../../../../src/cli/server/series/series-errors";

test.each([{}, { CLICKHOUSE_URL: " " }])("the settings %j configure no database", (environment) => {
  expect(databaseSettings(environment)).toBeUndefined();
});

test("the environment sets the address, the user and the password of a database", () => {
  expect(databaseSettings({ CLICKHOUSE_URL: " https://Db.example.com:8443/ " })).toEqual({
    ...{ url: "https://db.example.com:8443", user: "default", password: "" },
  });
  const given = { CLICKHOUSE_URL: "http://localhost:8123", CLICKHOUSE_USER: "backtest", CLICKHOUSE_PASSWORD: " p " };
  expect(databaseSettings(given)).toEqual({ url: "http://localhost:8123", user: "backtest", password: " p " });
});

test.each([
  ["db.example.com:8443", "is not an http address. Fix: Set it to one such as https://HOST:8443."],
  ["https://", "is not an http address"],
  [
    "https://user:secret@db.example.com",
    "contains a user or a password. Fix: Set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD instead.",
  ],
  [
    "https://db.example.com/?password=secret",
    "contains ? or #. Fix: Remove the parameters: the queries set their own.",
  ],
  ["https://db.example.com/secret", "contains a path. Fix: Remove the path: the sources name their databases."],
  [
    "http://db.example.com:8123",
    "is a plain http address of another machine, so others on the network could read the password",
  ],
])("the address %s is refused with an error that does not contain it", (address, problem) => {
  const read = () => databaseSettings({ CLICKHOUSE_URL: address });
  expect(read).toThrow(`The environment variable CLICKHOUSE_URL ${problem}`);
  expect(read).not.toThrow(/secret|db\.example/);
});

const settings = { url: "https://db:8443", user: "reader", password: "s3cret" };
const failure = (type: string, message = "a text") => databaseError({ type, message }, settings);

test.each([
  [
    "AUTHENTICATION_FAILED",
    "it refuses the user reader (AUTHENTICATION_FAILED). Fix: Correct CLICKHOUSE_USER and CLICKHOUSE_PASSWORD",
  ],
  [
    "READONLY",
    "its user reader may not set the limits of a query: a text. Fix: Run ALTER USER reader SETTINGS readonly = 1, and set the limits there.",
  ],
])("the error %s means that no query can be sent", (type, text) => {
  expect(failure(type)).toBeInstanceOf(DatabaseUnreachableError);
  expect(failure(type).message).toContain(`The ClickHouse database https://db:8443 cannot be queried: ${text}`);
});

test.each([
  ["UNKNOWN_TABLE", "Correct the table of the source, or grant SELECT on it to the user."],
  ["UNKNOWN_IDENTIFIER", "Correct the name of the column."],
  ["ACCESS_DENIED", "Grant SELECT on the tables of the sources to the user."],
  ["TIMEOUT_EXCEEDED", "Set a shorter --last, or a condition that reads fewer rows."],
  ["SYNTAX_ERROR", "Correct the SQL of the condition, the value or the group."],
  ["ILLEGAL_TYPE_OF_ARGUMENT", "Correct the condition, the value or the group."],
])("the error %s means that only one query failed", (type, fix) => {
  expect(failure(type)).toBeInstanceOf(QueryRefusedError);
  expect(failure(type).message).toBe(`ClickHouse refuses the query: a text (${type}). Fix: ${fix}`);
});

test("an exceeded limit is not reported as a wrong query, and the message has no fix for the command line", () => {
  for (const type of ["TIMEOUT_EXCEEDED", "MEMORY_LIMIT_EXCEEDED", "TOO_SLOW", "TOO_MANY_ROWS"]) {
    expect(failure(type)).toBeInstanceOf(QueryLimitError);
    expect(failure(type)).toMatchObject({ reason: `ClickHouse refuses the query: a text (${type}).` });
  }
  expect(databaseError({ message: "Timeout error." }, settings)).toBeInstanceOf(QueryLimitError);
  expect(failure("UNKNOWN_IDENTIFIER")).not.toBeInstanceOf(QueryLimitError);
});

test("a database error is shown without the query, the password and control characters", () => {
  const text = `Unknown identifier \`a\u001b[31m\` of s3cret.\n In scope SELECT s3cret FROM t. `;
  expect(failure("UNKNOWN_IDENTIFIER", text).message).toBe(
    "ClickHouse refuses the query: Unknown identifier `a\\u001b[31m` of *** (UNKNOWN_IDENTIFIER). Fix: Correct the name of the column.",
  );
  expect(failure("X", "y".repeat(1000)).message.length).toBeLessThan(420);
});

test("an error about an address from an option contains the name of the option", () => {
  const option = (address: string) => ({ name: "--clickhouse", address });
  const found = databaseSettings({}, option("http://127.0.0.1:1"));

  expect(found && databaseError({ message: "connect ECONNREFUSED", code: "ECONNREFUSED" }, found).message).toBe(
    "The ClickHouse database http://127.0.0.1:1 cannot be queried: it cannot be reached: connect ECONNREFUSED. Fix: Correct --clickhouse, or start the database and open its port to this machine.",
  );
  expect(() => databaseSettings({}, option("127.0.0.1"))).toThrow(
    "The option --clickhouse is not an http address. Fix: Set it to one such as https://HOST:8443.",
  );
});

test("a failure without an error message of the database is reported as a connection error", () => {
  expect(databaseError({ message: "connect ECONNREFUSED 10.0.0.1:8443", code: "ECONNREFUSED" }, settings).message).toBe(
    "The ClickHouse database https://db:8443 cannot be queried: it cannot be reached: connect ECONNREFUSED 10.0.0.1:8443. Fix: Correct CLICKHOUSE_URL, or start the database and open its port to this machine.",
  );
  expect(databaseError({ message: "<html>\n<p>Not here</p>" }, settings).message).toBe(
    "The ClickHouse database https://db:8443 cannot be queried: it does not respond as ClickHouse: Not here. Fix: Set CLICKHOUSE_URL to the address of its HTTP interface.",
  );
  expect(databaseError({ message: "Timeout error." }, settings)).toBeInstanceOf(QueryRefusedError);
});
