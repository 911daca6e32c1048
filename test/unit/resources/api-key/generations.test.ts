import { oneTimeName } from "../../../../src/client";
import {
  declaredName,
  isMarkOf,
  isPendingName,
  isReplacedBy,
  markOf,
  namesMemory,
  previousName,
  withoutMark,
} from "../../../../src/resources/api-key/rotation/generation-names";
import { generationsOf } from "../../../../src/resources/api-key/rotation/generations";
import { hasExpired } from "../../../../src/resources/api-key/rotation/schedule";
import { isDuplicateCreate } from "../../../../src/resources/api-key/rotation/states";
import { PlannedNames } from "../../../../src/resources/api-key/session";

const OWN = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "aaaaaaaa-0000-4000-8000-000000000002";
const LONG = "x".repeat(70);

describe("the name of a previous generation", () => {
  test("contains a hash of the id of the next generation", () => {
    // These digits never change, because later versions look for the names that earlier versions gave.
    expect(previousName("ci", OWN)).toBe("ci (previous generation 849d564b958c)");
    expect(previousName("ci", OWN)).toBe(previousName("ci", OWN.toUpperCase()));
    expect(previousName("ci", OWN)).not.toBe(previousName("ci", OTHER));
    expect(previousName("ci", undefined)).toBe("ci (previous generation)");
  });

  test("identifies only the key that replaced the previous generation", () => {
    const name = previousName("ci", OWN);
    expect(isReplacedBy(name, OWN)).toBe(true);
    expect(isReplacedBy(name, OTHER)).toBe(false);
    expect(isReplacedBy(`${name} `, OWN)).toBe(false);
    expect(isReplacedBy(name.replace("previous generation ", ""), OWN)).toBe(false);
    expect(isReplacedBy("ci (previous generation)", OWN)).toBe(false);
  });
});

describe("the suffix in a key name", () => {
  test.each<[string, ReturnType<typeof markOf>, string]>([
    ["ci", undefined, "ci"],
    ["ci (creating 3f9a2c81d04b)", "pending", "ci"],
    ["ci (new generation)", "pending", "ci"],
    ["ci (earlier generation)", "previous", "ci"],
    ["ci (previous generation)", "previous", "ci"],
    ["ci (previous generation 3f9a2c81d04b)", "previous", "ci"],
    ["ci (previous generation 3f9a2c81d04)", undefined, "ci (previous generation 3f9a2c81d04)"],
    ["ci (previous generation 3f9a2c81d04b) b", undefined, "ci (previous generation 3f9a2c81d04b) b"],
    ["ci (blue) (previous generation)", "previous", "ci (blue)"],
    ["ci (blue)", undefined, "ci (blue)"],
  ])("in %j means %s and leaves the name %j", (name, mark, without) => {
    expect(markOf(name)).toEqual(mark);
    expect(withoutMark(name)).toEqual(without);
  });

  test("belongs to the name before it, even if that name was shortened to make room", () => {
    for (const declared of ["ci", "ci (blue)", LONG]) {
      for (const name of [oneTimeName(declared), previousName(declared, OWN), `${declared} (new generation)`]) {
        expect({ [name]: isMarkOf(name, declared) }).toEqual({ [name]: true });
      }
      expect(isMarkOf(declared, declared)).toBe(false);
      expect(isMarkOf(previousName("cd", OWN), declared)).toBe(false);
    }
    expect(isMarkOf("ci (blue)", "ci")).toBe(false);
  });
});

describe("the list of a key's generations", () => {
  const of = (keys: readonly object[], known: readonly { id: string }[] = [], createdAs?: string) =>
    generationsOf(keys as never, { id: OWN, private: createdAs === undefined ? {} : { createdAs } }, known);

  test("contains the keys whose name has its hash, sorted by id", () => {
    const expireAt = "2026-03-08T00:00:00Z";
    const keys = [
      { id: "c", name: previousName("ci", OWN) },
      { id: "b", name: previousName("ci", OWN), expireAt },
      { id: "d", name: previousName("ci", OWN), expireAt: null },
      { id: "a", name: previousName("ci", OTHER) },
      { id: OWN, name: previousName("ci", OWN) },
    ];
    expect(of(keys)).toEqual([{ id: "b", expireAt }, { id: "c" }, { id: "d" }]);
  });

  test("contains the generations in the state whose name on the server is still that of a previous generation", () => {
    const keys = [
      { id: "a", name: "ci (previous generation)" },
      { id: "b", name: "theirs" },
      { id: "c", name: "ci (previous generation)" },
      { id: "e", name: 7 },
    ];
    expect(of(keys, [{ id: "a" }, { id: "b" }, { id: "gone" }, { id: "e" }])).toEqual([{ id: "a" }]);
  });

  test("contains duplicates of its create, which have its one-time name", () => {
    const name = "ci (creating 3f9a2c81d04b)";
    const keys = [{ id: OWN, name }, { id: "a", name }, { id: "b", name: "ci (creating 000000000000)" }, { id: "c" }];
    expect(of(keys, [], name)).toEqual([{ id: "a" }]);
    expect(isDuplicateCreate({ id: OWN, name }, { id: OWN, private: { createdAs: name } })).toBe(false);
    expect(of(keys)).toEqual([]);
  });
});

test("private state stores only the names of a key and if the key waits for its final name", () => {
  expect(namesMemory("ci", { createdAs: "x", waits: true, end: "final" })).toEqual({
    name: "ci",
    createdAs: "x",
    waits: true,
  });
  expect(namesMemory("ci", { createdAs: 7, waits: "yes" })).toEqual({ name: "ci" });
});

test("the declared name is read from private state, or else from the name without its suffix", () => {
  expect(declaredName("ci (new generation)", { name: "cd" })).toBe("cd");
  expect(declaredName("ci (new generation)", {})).toBe("ci");
});

test.each([
  ["ci", "ci", {}, false],
  ["ci (creating 3f9a2c81d04b)", "ci (creating 3f9a2c81d04b)", {}, false],
  ["ci (creating 3f9a2c81d04b)", "ci", {}, true],
  ["ci (previous generation)", "ci", {}, false],
  ["theirs", "ci", {}, false],
  ["theirs", "ci", { createdAs: "theirs" }, true],
])(
  "a key with the name %j, the planned name %j and the private state %j waits for its final name: %s",
  (observed, to, memory, is) => {
    expect(isPendingName(observed, to, memory)).toBe(is);
  },
);

test("a key is expired at and after the time of its expiry", () => {
  const at = Date.parse("2026-03-08T00:00:00Z");
  const expireAt = "2026-03-08T00:00:00Z";
  expect([at - 1, at, at + 1].map((now) => hasExpired({ expireAt }, now))).toEqual([false, true, true]);
  expect([{}, { expireAt: "" }, { expireAt: null }].map((key) => hasExpired(key, at))).toEqual([false, false, false]);
});

describe("a planned name", () => {
  const both = (one: boolean, other: boolean) => {
    const names = new PlannedNames();
    expect(names.note("ci", { owner: "a", isTaken: one })).toBe(false);
    return names.note("ci", { owner: "b", isTaken: other });
  };

  test("conflicts with another key if a plan gives the name to either key", () => {
    expect(both(true, false)).toBe(true);
    expect(both(false, true)).toBe(true);
    expect(both(true, true)).toBe(true);
    expect(both(false, false)).toBe(false);
  });

  test("does not conflict with a second plan of the same key, or with another name", () => {
    const names = new PlannedNames();
    names.note("ci", { owner: "a", isTaken: true });
    expect(names.note("ci", { owner: "a", isTaken: true })).toBe(false);
    expect(names.note("cd", { owner: "b", isTaken: true })).toBe(false);
    expect(names.note("ci", { owner: "b", isTaken: false })).toBe(true);
  });
});
