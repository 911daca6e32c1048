import fc from "fast-check";
import { patchedLines } from "../../../../../src/cli/import/write/write-files";

const text = (...lines: string[]) => lines.join("\n");

test.each<[string, edited: string, before: string, after: string, expected: string | undefined]>([
  ["behind the line that it stood behind", "a\nmine\nb", "a\nb", "a\nnew\nb", "a\nnew\nmine\nb"],
  ["behind an earlier line where that one is gone", "a\nc", "a\nb\nc", "a\nb\nnew\nc", "a\nnew\nc"],
  ["before everything", "mine\na", "a", "new\na", "new\nmine\na"],
  ["in the place of a line that goes", "mine\na\nb", "a\nb", "x\ny\nb", "mine\nx\ny\nb"],
  ["not behind an empty line", "a\n\nmine", "a\n\nb", "a\n\nnew\nb", "a\nnew\n\nmine"],
  ["nowhere, where a line that has to go was changed", "A\nb", "a\nb", "x\nb", undefined],
  ["nowhere, where nothing is left to stand behind", "mine", "a\nb", "a\nnew\nb", undefined],
  ["nowhere, where nothing is new", "mine\na\nb", "a\nb", "a", "mine\na\nb"],
])("what is new goes %s", (_, edited, before, after, expected) => {
  expect(patchedLines(edited, before, after)).toBe(expected);
});

test("an unedited text becomes the new one, and edits of an unchanged text stay", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "", "  d"), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const patched = patchedLines(text(...before), text(...before), text(...after));
      const isShorter = patched === text(...before);
      if (!isShorter && patched !== undefined) {
        expect(patched.split("\n").sort()).toEqual([...after].sort());
      }
      expect(patchedLines(text(...after), text(...before), text(...before))).toBe(text(...after));
    }),
  );
});
