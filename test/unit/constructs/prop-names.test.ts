import { Alert, ApiKey, above, count, Dashboard, onClick, SavedSearch, Source, tile } from "../../../src";
import { propMessage } from "../../../src/constructs/prop-names";
import { objectShapeOf } from "../../../src/declaration/shape";
import { apiKey } from "../../../src/resources/declarations";
import { validateConfig } from "../../../src/resources/shared/validate-config";
import { mistakes } from "../../support/constructs/synthesize";

const ID = "0123456789abcdef01234567";
const API_KEY = objectShapeOf(apiKey);

/** Props that a JavaScript program can pass, and the types refuse. */
const untyped = <T>(value: object): T => value as T;

describe("a message for an author of TypeScript", () => {
  test("shows props as the author typed them, and suggests the correct name of a misspelled prop", () => {
    const tiles = {
      errors: tile.line(untyped({ sorce: ID, select: [{ aggFn: "count", were: "a" }] })),
      routes: tile.table({
        source: ID,
        select: [count()],
        onClick: untyped({ ...onClick.search(ID), whereTemplat: "a" }),
      }),
    };
    expect(mistakes((stack) => new Dashboard(stack, "d", { name: "D", tiles }))).toEqual([
      '[test/d] tiles.errors.source: Must be given: the source to query. Use Source.byName(this, "Logs").',
      '[test/d] tiles.errors.select[0].were: Unknown field. Did you mean "where"?',
      '[test/d] tiles.errors.sorce: "line" has no such field. Did you mean "source"?',
      '[test/d] tiles.routes.onClick.whereTemplat: "search" has no such field. Did you mean "whereTemplate"?',
    ]);
  });

  test("shows the names of props in paths and in fixes", () => {
    const found = mistakes((stack) => {
      new ApiKey(stack, "none", { name: "a", secretInState: true });
      new ApiKey(stack, "two", { name: "a", allowAnyIp: true, secretInState: true, ageRecipients: ["age1..."] });
      new ApiKey(stack, "late", untyped({ name: "a", allowAnyIp: true, secretInState: true, onDestroy: "expire" }));
      new SavedSearch(stack, "search", untyped({ name: "S", source: "Logs" }));
      const on = { savedSearchId: ID };
      const schedule = untyped<{ scheduleOffsetMinutes: number }>({
        scheduleOffsetMinutes: 5,
        scheduleStartAt: "2026-01-01T00:00:00Z",
      });
      new Alert(stack, "alert", { on, when: above(1), every: "1m", notify: [], schedule });
    });
    expect(found).toEqual([
      "[test/none] ipAccessList: A new key requires the addresses that can use it. List them, or set allowAnyIp: true.",
      expect.stringMatching(/^\[test\/two\] ageRecipients\[0\]: Must be an age recipient/),
      "[test/two] secretInState: A key requires one way to keep its secret, but 2 are set: ageRecipients; secretInState. Keep one.",
      "[test/late] onDestroy: The destroy behavior expire requires a time. Set onDestroy.expireAfter, such as 72h.",
      expect.stringMatching(/^\[test\/search\] source: Must be an id, as the server returns it/),
      "[test/alert] notify: Must be at least 1 element long; it has 0.",
      "[test/alert] schedule.scheduleOffsetMinutes: Must be less than the interval, which is 1 minute; it is 5.",
      "[test/alert] schedule.scheduleOffsetMinutes: A schedule with a start has no offset. Leave one of the two out.",
    ]);
    for (const line of found) {
      expect(line).not.toMatch(/[a-z]_[a-z]/);
    }
  });

  test("shows the prop of a field that has another name in Terraform", () => {
    const props = {
      kind: "log",
      name: "L",
      connection: "Main",
      from: { databaseName: "d" },
      querySettings: [{ setting: "a", value: "" }],
    };
    const found = mistakes((stack) => new Source(stack, "s", untyped(props)));
    expect(found).toContainEqual(expect.stringMatching(/^\[test\/s\] connection: Must be an id/));
    expect(found).toContain("[test/s] querySettings[0].value: Must be at least 1 character long; it has 0.");
    expect(found).toContainEqual(expect.stringMatching(/^\[test\/s\] from\.tableName: /));
    for (const line of found) {
      expect(line).not.toMatch(/[a-z]_[a-z]/);
    }
  });
});

test("a message keeps a quoted value, even if the value equals the name of an attribute", () => {
  expect(propMessage('Give allow_any_ip = true, not "allow_any_ip" or other_words.', API_KEY, {})).toBe(
    'Give allowAnyIp: true, not "allow_any_ip" or other_words.',
  );
});

test("a message for an author of HCL shows the names of attributes", () => {
  const [diagnostic] = validateConfig(API_KEY, {
    name: "a",
    on_destroy: "expire",
    allow_any_ip: true,
    secret_in_state: true,
  });
  expect(diagnostic).toMatchObject({
    summary: "Invalid on_destroy",
    detail: "The destroy behavior expire requires a time. Set expire_after, such as 72h.",
  });
});
