import { tableLines } from "../../../../src/cli/frame/text";

test("a table aligns the columns after wide letters, emoji and combined marks", () => {
  const rows = [
    ["NAME", "ID"],
    ["支払い", "1"],
    ["👩‍👩‍👧 team", "2"],
    ["Gro\u0308ße", "3"],
  ];
  expect(tableLines(rows)).toEqual(["NAME     ID", "支払い   1", "👩‍👩‍👧 team  2", "Gro\u0308ße    3"]);
});
