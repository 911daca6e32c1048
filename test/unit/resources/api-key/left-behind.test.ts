import { describeHolders, idAndUse, waitsForName } from "../../../../src/resources/api-key/names";
import { previousName } from "../../../../src/resources/api-key/rotation/generation-names";
import { leftBehind } from "../../../../src/resources/api-key/rotation/left-behind";

const [OWN, GONE] = ["aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"];

describe("the keys of interrupted runs", () => {
  test("include keys with an interrupted create and previous generations without a successor", () => {
    const keys = [
      { id: OWN, name: "ci" },
      { id: "pending", name: "ci (creating 3f9a2c81d04b)" },
      { id: "replaced", name: previousName("ci", OWN) },
      { id: "alone", name: previousName("ci", GONE) },
      { id: "old", name: "ci (previous generation)" },
      { id: "other", name: "cd (creating 3f9a2c81d04b)" },
      { id: "nameless" },
    ];
    expect(leftBehind(keys, "ci").map(({ id }) => id)).toEqual(["pending", "alone", "old"]);
    expect(leftBehind(keys, "cd").map(({ id }) => id)).toEqual(["other"]);
  });
});

describe("the description of a key in a warning", () => {
  const createdAt = "2026-03-01T12:00:00Z";
  const usedAt = "2026-03-02T12:00:00Z";
  test.each([
    [{ id: OWN }, `${OWN} (never used)`],
    [{ id: OWN, createdAt }, `${OWN} (created ${createdAt}, never used)`],
    [{ id: OWN, usedAt }, `${OWN} (last used ${usedAt})`],
    [{ id: OWN, createdAt, usedAt }, `${OWN} (created ${createdAt}, last used ${usedAt})`],
  ])("contains the key's id, creation time and last use: %j", (key, expected) => {
    expect(idAndUse(key)).toBe(expected);
  });

  test("is part of the warning about other keys with the same name", () => {
    const holders = [{ id: OWN }, { id: GONE }];
    expect(describeHolders(holders)).toBe(`It is the name of ${OWN} (never used) and of ${GONE} (never used).`);
    expect(waitsForName("ci", holders)).toEqual({
      severity: "warning",
      summary: 'Another API key has the name "ci"',
      detail: expect.stringMatching(
        /^This key keeps its temporary name until the name is free\. It is the name of .*\.\nFix: to manage that key, set adopt to its id\./,
      ),
      path: ["name"],
    });
  });
});
