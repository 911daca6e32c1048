import fc from "fast-check";
import { mergeTexts } from "../../../../../src/cli/code/folder/merge-texts";

const text = (...lines: string[]) => lines.join("\n");

const conflict = (mine: string, theirs: string) => `<<<<<<< edited\n${mine}=======\n${theirs}>>>>>>> imported\n`;

test.each<[string, edited: string, base: string, next: string, merged: string]>([
  ["a changed line next to an unchanged one", "mine\nb\nc", "a\nb\nc", "a\nb\nnew", "mine\nb\nnew"],
  ["a removed line", "mine\na\nb\nc", "a\nb\nc", "a\nb", "mine\na\nb"],
  ["the same change", "new\nb", "a\nb", "new\nb", "new\nb"],
  [
    "the names of an import line that a user edited",
    'import { App, Mine, Old } from "x";\na',
    'import { App, Old } from "x";\na',
    'import { App, New } from "x";\na\nb',
    'import { App, Mine, New } from "x";\na\nb',
  ],
])("a merge has no conflicts and contains %s", (_, edited, base, next, merged) => {
  expect(mergeTexts(edited, base, next)).toEqual({ text: merged, hasConflicts: false });
});

test.each([
  ["two changes of a line", "mine\nb", "a\nb", "new\nb", `${conflict("mine\n", "new\n")}b`],
  ["a changed line that was removed", "a\nmine\nc", "a\nb\nc", "a\nc", `a\n${conflict("mine\n", "")}c`],
  ["two lines at the same place", "a\nmine\nb", "a\nb", "a\nnew\nb", `a\n${conflict("mine\n", "new\n")}b`],
])("conflict markers enclose %s", (_, edited, base, next, merged) => {
  expect(mergeTexts(edited, base, next)).toEqual({ text: merged, hasConflicts: true });
});

test.each([
  ["lines at the same place", "a\nmine\nb", "a\nb", "a\nnew\nb", "a\nnew\nmine\nb"],
  ["a line before a replaced one", "mine\na\nb", "a\nb", "x\ny\nb", "mine\nx\ny\nb"],
  ["a line after an edited one", "A\nb", "a\nb", "a\nnew\nb", "A\nnew\nb"],
])("a merge of two versions of a program keeps both %s", (_, edited, base, next, merged) => {
  expect(mergeTexts(edited, base, next, true)).toEqual({ text: merged, hasConflicts: false });
  expect(mergeTexts(edited, base, next)?.hasConflicts).toBe(true);
});

test("a merge of two versions of a program has conflict markers around a line that both changed", () => {
  expect(mergeTexts("mine", "a", "new", true)?.hasConflicts).toBe(true);
});

test("a merge of one change equals that change, and a merge of two has no lines that both versions removed", () => {
  const lines = fc
    .array(fc.constantFrom("a", "b", "c", "", "  d", "__proto__", "0", "1", "+1"), { minLength: 1, maxLength: 8 })
    .map((list) => text(...list));
  fc.assert(
    fc.property(lines, lines, lines, (edited, base, next) => {
      expect(mergeTexts(base, base, next)).toEqual({ text: next, hasConflicts: false });
      expect(mergeTexts(edited, base, base)).toEqual({ text: edited, hasConflicts: false });
      const known = new Set([
        ...edited.split("\n"),
        ...next.split("\n"),
        ..."<<<<<<< edited|=======|>>>>>>> imported".split("|"),
      ]);
      const merged = mergeTexts(edited, base, next)?.text.split("\n") ?? [];
      expect(merged.filter((line) => !known.has(line))).toEqual([]);
    }),
  );
});

test("10,000 equal lines are merged, and a merge of more than 20,000 lines is refused", () => {
  const many = "x\n".repeat(10_000);
  expect(mergeTexts(`mine\n${many}`, many, `${many}new`)).toEqual({ text: `mine\n${many}new`, hasConflicts: false });
  expect(mergeTexts("x\n".repeat(20_001), "x", "y")).toBeUndefined();
});
