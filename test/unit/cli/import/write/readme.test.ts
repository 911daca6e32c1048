import { readmeFile } from "../../../../../src/cli/commands/import/write/readme";
import { existing } from "../../../../../src/cli/server/inventory";

test("the README lists names and reasons of omitted objects without links, mentions and invisible characters", () => {
  const alert = existing("alert", { id: "6b01", name: "@team #12 [a](https://example.com) \u202e\u200b" });
  const leftOut = [{ object: alert, reason: "Its tile is `<b>`\n# Heading" }];
  const { text } = readmeFile(
    {
      objects: [],
      leftOut,
      deployment: "open_source",
      form: { framework: "cdktn", extension: ".js", stack: "clickstack" },
    },
    "hcl",
    { imports: 0, moves: 0 },
  );
  expect(text).toContain('- alert `"@team #12 [a](https://example.com)  \\u200b"`: ``Its tile is `<b>` # Heading``\n');
});

test.each([
  ["hcl", "`moves.tf`", "delete `moves.tf`."],
  ["typescript", "`moves.ts`", "delete `moves.ts`, its import in `main.ts` and the line that names it."],
] as const)(
  "the README of an import from a vendor's state as %s contains the name of the file with moved blocks",
  (format, file, end) => {
    const model = {
      objects: [],
      leftOut: [],
      deployment: "open_source",
      form: { framework: "cdktn", extension: ".js", stack: "clickstack" },
    } as const;
    const textWith = (moves: number) => readmeFile(model, format, { imports: 3, moves }).text;
    expect(textWith(2)).toContain(
      `${file} has a moved block for each resource that this code adopts from the vendor's provider: 2.`,
    );
    expect(textWith(2)).toContain(end);
    expect(textWith(0)).not.toContain("moves.t");
  },
);
