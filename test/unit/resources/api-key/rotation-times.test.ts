import { isUnknownValue, type ObjectValue, UNKNOWN } from "../../../../src/plugin";
import { previousName } from "../../../../src/resources/api-key/rotation/generation-names";
import { isSuperseded } from "../../../../src/resources/api-key/rotation/generations";
import { plannedRotation, stayingRotation } from "../../../../src/resources/api-key/rotation/plan-rotation";
import {
  hasGenerations,
  knownGenerations,
  rotateAt,
  rotationMemory,
  workingGenerations,
} from "../../../../src/resources/api-key/rotation/schedule";
import type { ApiKeyDeclaration } from "../../../../src/resources/declarations";

const declared = (fields: object) => fields as ApiKeyDeclaration;
const NOON = Date.parse("2026-03-01T12:00:00Z");

test("a key is replaced when its age reaches rotate_every", () => {
  const createdAt = "2026-03-01T12:00:00.000Z";
  expect(rotateAt(declared({ createdAt, rotateEvery: "90m" }))).toBe("2026-03-01T13:30:00.000Z");
  expect(rotateAt(declared({ createdAt }))).toBeUndefined();
  expect(rotateAt(declared({ rotateEvery: "90d" }))).toBeUndefined();
});

test("the list of generations is empty if the state contains none", () => {
  expect(knownGenerations(declared({ generations: null }))).toEqual([]);
  expect(knownGenerations(declared({ generations: [{ id: "a" }] }))).toEqual([{ id: "a" }]);
});

test("a key has generations if it has rotate_every or if its state contains generations", () => {
  const has = (fields: object) => hasGenerations(declared(fields));
  expect(has({})).toBe(false);
  expect(has({ generations: [] })).toBe(false);
  expect(has({ generations: [{ id: "a" }] })).toBe(true);
  expect(has({ rotateEvery: "90d" })).toBe(true);
});

test("a generation works until its overlap ends, and does not work without an expiry", () => {
  const at = (expireAt?: string) => ({ id: String(expireAt), ...(expireAt && { expireAt }) });
  const [before, now, after] = ["2026-03-01T11:59:59Z", "2026-03-01T12:00:00Z", "2026-03-01T12:00:01Z"].map(at);
  expect(workingGenerations([before, now, after, at()] as never, NOON)).toEqual([after]);
});

describe("a generation of a key", () => {
  const own = declared({ id: "own", name: "ci", createdAt: "2026-03-01T12:00:00Z" });
  const later = "2026-03-01T12:00:01Z";
  test.each([
    ["a later key has the same name", [{ id: "a", name: "ci", createdAt: later }], true],
    [
      "the create of a later key was interrupted",
      [{ id: "a", name: "ci (creating 3f9a2c81d04b)", createdAt: later }],
      true,
    ],
    ["the list contains only the key itself", [{ id: "own", name: "ci", createdAt: later }], false],
    ["the other key has the same age", [{ id: "a", name: "ci", createdAt: "2026-03-01T12:00:00Z" }], false],
    ["the creation of the other key is unknown", [{ id: "a", name: "ci" }], false],
    ["the later key has another name", [{ id: "a", name: "cd", createdAt: later }], false],
    [
      "the later key is an interrupted create of another name",
      [{ id: "a", name: "cd (new generation)", createdAt: later }],
      false,
    ],
    ["the other key is a previous generation", [{ id: "a", name: previousName("ci", "b"), createdAt: later }], false],
  ])("is superseded only by a newer key: %s", (_name, keys, expected) => {
    expect(isSuperseded(keys, own)).toBe(expected);
  });
});

test("private state stores only the fact that a rotation is required", () => {
  expect(rotationMemory({ rotationIsDue: true, end: "final" })).toEqual({ rotationIsDue: true });
  expect(rotationMemory({ rotationIsDue: "yes" })).toEqual({});
});

describe("the plan of a key", () => {
  const plan = (fields: ObjectValue): ObjectValue => ({ name: "ci", rotate_every: null, ...fields });

  test("leaves the rotation time of a new key unknown until the create", () => {
    expect(plannedRotation(plan({}))).toEqual({ rotate_at: null, generations: null });
    expect(plannedRotation(plan({ rotate_every: "90d" }))).toEqual({ rotate_at: UNKNOWN, generations: UNKNOWN });
    expect(plannedRotation(plan({ keepers: { n: "1" } }))).toEqual({ rotate_at: null, generations: UNKNOWN });
  });

  const state = (fields: ObjectValue): ObjectValue => ({
    id: "own",
    created_at: "2026-03-01T12:00:00Z",
    generations: null,
    ...fields,
  });
  const working = { id: "a", expire_at: "2026-03-01T12:00:01Z" };
  const done = { id: "b", expire_at: "2026-03-01T12:00:00Z" };

  test("computes rotate_at of an existing key from its creation", () => {
    const said = stayingRotation(plan({ rotate_every: "1d" }), state({}), NOON, false);
    expect(said).toEqual({ rotate_at: "2026-03-02T12:00:00.000Z", generations: [] });
    expect(stayingRotation(plan({}), state({}), NOON, false)).toEqual({ rotate_at: null, generations: null });
    expect(isUnknownValue(stayingRotation(plan({ rotate_every: UNKNOWN }), state({}), NOON, false).rotate_at)).toBe(
      true,
    );
  });

  test("removes only generations whose overlap has ended", () => {
    const generationsAfter = (generations: readonly ObjectValue[], fields: ObjectValue = { rotate_every: "1d" }) =>
      stayingRotation(plan(fields), state({ generations }), NOON, false).generations;
    expect(generationsAfter([working, done])).toEqual([working]);
    expect(generationsAfter([done])).toEqual([]);
    expect(generationsAfter([working])).toEqual([working]);
    expect(generationsAfter([working], {})).toEqual([working]);
  });

  test("leaves the generations unknown if the apply completes a rotation", () => {
    const generations = [working];
    const completed = (fields: ObjectValue) => stayingRotation(plan(fields), state({ generations }), NOON, true);
    expect(completed({ rotate_every: "1d" }).generations).toBe(UNKNOWN);
    expect(completed({}).generations).toEqual(generations);
  });
});
