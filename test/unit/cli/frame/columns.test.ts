import { tableLines } from "../../../../src/cli/terminal/table";

test("a table keeps its columns aligned after wide letters, emoji and combined marks", () => {
  const rows = [
    ["NAME", "ID"],
    ["支払い", "1"],
    ["👩‍👩‍👧 team", "2"],
    ["Gro\u0308ße", "3"],
  ];
  expect(tableLines(rows)).toEqual(["NAME     ID", "支払い   1", "👩‍👩‍👧 team  2", "Gro\u0308ße    3"]);
});

describe("a table that is wider than the terminal", () => {
  const id = "0123456789abcdef01234567";
  const rows = [
    ["TYPE", "NAME", "TAGS", "ID"],
    ["dashboard", "Checkout errors and latency of all regions", "production, team-checkout", id],
    ["alert", "支払いのエラー率が高すぎます", "-", id],
  ];

  test("wraps the cells of its flexible columns, starting with the widest", () => {
    expect(tableLines(rows, { width: 80, flexible: [1, 2] })).toEqual([
      "TYPE       NAME                  TAGS                   ID",
      `dashboard  Checkout errors and   production,            ${id}`,
      "           latency of all        team-checkout",
      "           regions",
      `alert      支払いのエラー率が高  -                      ${id}`,
      "           すぎます",
    ]);
  });

  test("becomes one block for each row if the columns do not fit", () => {
    expect(tableLines(rows.slice(0, 2), { width: 40, flexible: [1, 2], indentation: "  " })).toEqual([
      "  TYPE  dashboard",
      "  NAME  Checkout errors and latency of",
      "        all regions",
      "  TAGS  production, team-checkout",
      `  ID    ${id}`,
    ]);
  });
});
