import fc from "fast-check";
import { patchedLines } from "../../../../../src/cli/commands/import/write/patch-lines";

const text = (...lines: string[]) => lines.join("\n");

test.each<[string, edited: string, before: string, after: string, expected: string | undefined]>([
  ["after the line that preceded it", "a\nmine\nb", "a\nb", "a\nnew\nb", "a\nnew\nmine\nb"],
  ["after an earlier line if that line was removed", "a\nc", "a\nb\nc", "a\nb\nnew\nc", "a\nnew\nc"],
  ["before all other lines", "mine\na", "a", "new\na", "new\nmine\na"],
  ["instead of a removed line", "mine\na\nb", "a\nb", "x\ny\nb", "mine\nx\ny\nb"],
  ["not after an empty line", "a\n\nmine", "a\n\nb", "a\n\nnew\nb", "a\nnew\n\nmine"],
  ["nowhere if a line to remove was changed", "A\nb", "a\nb", "x\nb", undefined],
  ["nowhere if no preceding line is left", "mine", "a\nb", "a\nnew\nb", undefined],
  ["nowhere if no line is new", "mine\na\nb", "a\nb", "a", "mine\na\nb"],
  [
    "into an import line that a user edited, as names",
    'import { App, Mine, Old } from "x";\na',
    'import { App, Old } from "x";\na',
    'import { App, New } from "x";\na\nb',
    'import { App, Mine, New } from "x";\na\nb',
  ],
  [
    "nowhere if a user edited an import line that must be removed",
    'import { App, Mine } from "x";\na',
    'import { App } from "x";\na',
    "a\nb",
    undefined,
  ],
])("new lines are inserted %s", (_, edited, before, after, expected) => {
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
