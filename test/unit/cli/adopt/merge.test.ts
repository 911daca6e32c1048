import { mergeChanges, withoutUnknown } from "../../../../src/cli/code/edits/merge";
import { SensitiveValue } from "../../../../src/drawing";

describe("the merge of a server's changes", () => {
  test("takes a change that only the server has, and keeps a change that only the code has", () => {
    const base = { name: "a", tags: ["x"], tiles: { errors: { name: "E" } } };
    const code = { ...base, tags: ["x", "y"] };
    const server = { name: "b", tags: ["x"], tiles: { errors: { name: "F" } } };
    expect(mergeChanges({ base, code, server })).toEqual({
      value: { name: "b", tags: ["x", "y"], tiles: { errors: { name: "F" } } },
      changes: [
        { path: ["name"], kind: "adopted" },
        { path: ["tiles", "errors", "name"], kind: "adopted" },
      ],
    });
  });

  test("reports a value that both sides changed as a conflict and keeps the code", () => {
    expect(mergeChanges({ base: { name: "a" }, code: { name: "b" }, server: { name: "c" } })).toEqual({
      value: { name: "b" },
      changes: [{ path: ["name"], kind: "conflict" }],
    });
  });

  test("ignores a value that both sides changed in the same way, and treats null like an absent value", () => {
    const { changes } = mergeChanges({ base: { a: 1, b: null }, code: { a: 2 }, server: { a: 2, b: null } });
    expect(changes).toEqual([]);
  });

  test("adds and removes elements of a map, and replaces a list whose length changed", () => {
    const base = { tiles: { a: 1, b: 2 }, tags: ["x"] };
    expect(mergeChanges({ base, code: base, server: { tiles: { b: 2, c: 3 }, tags: [] } })).toMatchObject({
      value: { tiles: { b: 2, c: 3 }, tags: [] },
      changes: [
        { path: ["tiles", "a"], kind: "adopted" },
        { path: ["tiles", "c"], kind: "adopted" },
        { path: ["tags"], kind: "adopted" },
      ],
    });
  });

  test("drops a part that the server removed", () => {
    const base = { tiles: { a: 1, b: 2 } };
    const { value } = mergeChanges({ base, code: base, server: { tiles: { b: 2 } } });
    expect(Object.keys((value as typeof base).tiles)).toEqual(["b"]);
  });

  test("never adopts a sensitive value", () => {
    const [one, other] = [new SensitiveValue(1), new SensitiveValue(2)];
    expect(mergeChanges({ base: { url: one }, code: { url: one }, server: { url: other } })).toEqual({
      value: { url: one },
      changes: [{ path: ["url"], kind: "sensitive" }],
    });
  });

  test("uses the value of the last apply for a value that is not yet known", () => {
    const unknown = { tile_ids: true, tiles: [{ id: true }] };
    const base = { tile_ids: { a: "1" }, tiles: [{ id: "1", name: "A" }] };
    expect(withoutUnknown({ tiles: [{ name: "B" }] }, unknown, base)).toEqual({
      tiles: [{ id: "1", name: "B" }],
      tile_ids: { a: "1" },
    });
    expect(withoutUnknown({ tags: null }, { tags: [], filters: {} }, base)).toEqual({ tags: null });
  });
});
