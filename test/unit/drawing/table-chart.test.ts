import { XMLParser } from "fast-xml-parser";
import { seriesChart } from "../../../src/drawing/charts";
import { type TableContent, tableChart } from "../../../src/drawing/table-chart";

interface Text {
  readonly "@_class": string;
  readonly "@_x": string;
  readonly "@_y": string;
  readonly "@_text-anchor"?: string;
  readonly "#text": string;
}

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, isArray: (name) => name === "text" });
const textsOf = (svg: string): readonly Text[] => parser.parse(`<svg>${svg}</svg>`).svg.text;

/** Returns the rows of a drawn table from top to bottom, each from left to right. */
function rowsOf(svg: string): readonly (readonly string[])[] {
  const texts = textsOf(svg);
  const heights = [...new Set(texts.map((text) => Number(text["@_y"])))].sort((a, b) => a - b);
  return heights.map((y) =>
    texts
      .filter((text) => Number(text["@_y"]) === y)
      .sort((a, b) => Number(a["@_x"]) - Number(b["@_x"]))
      .map((text) => text["#text"]),
  );
}

const content: TableContent = {
  groupColumns: ["Route", "Service"],
  valueColumns: ["requests", "p95"],
  areGroupsLeft: true,
  rows: [
    { group: ["GET /a", "web"], values: ["5", "80 ms"], rank: 5 },
    { group: ["GET /<b>", "api"], values: ["1.2K", "1.5 s"], rank: 1200 },
    { group: ["GET /c", "api"], values: ["-", "-"], rank: null },
  ],
};

test("a table has one column for each group and each series, and its rows are sorted by value", () => {
  expect(rowsOf(tableChart(content, 400, 200))).toEqual(
    [
      ["Route", "Service", "requests", "p95"],
      ["GET /&lt;b&gt;", "api", "1.2K", "1.5 s"],
      ["GET /a", "web", "5", "80 ms"],
      ["GET /c", "api", "-", "-"],
    ].map((row) => row.map((text) => text.replace("&lt;", "<").replace("&gt;", ">"))),
  );
  expect(rowsOf(tableChart({ ...content, areGroupsLeft: false }, 400, 200))[0]).toEqual([
    "requests",
    "p95",
    "Route",
    "Service",
  ]);
});

test("the header of a column is aligned with its values", () => {
  const texts = textsOf(tableChart(content, 400, 200));
  for (const [header, value] of [
    ["requests", "1.2K"],
    ["p95", "80 ms"],
    ["Route", "GET /a"],
  ]) {
    const [above, below] = [header, value].map((name) => texts.find((text) => text["#text"] === name));
    expect([below?.["@_x"], below?.["@_text-anchor"]]).toEqual([above?.["@_x"], above?.["@_text-anchor"]]);
    expect([above?.["@_class"], below?.["@_class"]]).toEqual(["cs-kind", "cs-small"]);
  }
});

test("the last row shows the number of rows that do not fit", () => {
  const rows = Array.from({ length: 9 }, (_, row) => ({ group: [`r${row}`], values: ["1"], rank: -row }));
  const table = { ...content, groupColumns: ["Route"], valueColumns: ["n"], rows };
  expect(rowsOf(tableChart(table, 300, 90)).at(-1)).toEqual(["and 6 more"]);
  expect(rowsOf(tableChart(table, 300, 20))).toHaveLength(2);
  expect(rowsOf(tableChart(table, 300, 400))).toHaveLength(10);
});

describe("the table of a table tile", () => {
  const config = {
    displayType: "table",
    groupBy: "SpanName",
    groupByColumnsOnLeft: true,
    select: [
      { aggFn: "count", alias: "requests" },
      {
        aggFn: "max",
        valueExpression: "Duration",
        alias: "slowest",
        numberFormat: { output: "duration", factor: 1e-9 },
      },
    ],
  };
  const row = (group: readonly string[], ...values: readonly (number | null)[]) =>
    ["requests", "slowest"].map((name, output) => ({
      ...{ label: [...group, name].join(" · "), group, name, output },
      points: [{ time: 0, value: values[output] ?? null }],
    }));

  test("formats each series with its number format", () => {
    const series = [...row(["GET /a"], 7, 8e8), ...row(["GET /b"], 12, null)];
    expect(rowsOf(seriesChart(config, series, 400, 120))).toEqual([
      ["SpanName", "requests", "slowest"],
      ["GET /b", "12", "-"],
      ["GET /a", "7", "800 ms"],
    ]);
  });

  test("has one row without grouping, and one column if the groups are a single text", () => {
    expect(rowsOf(seriesChart({ ...config, groupBy: "" }, row([], 7, 8e8), 400, 120))).toEqual([
      ["requests", "slowest"],
      ["7", "800 ms"],
    ]);
    const grouped = { ...config, groupBy: "SpanName, toDate(Timestamp, 1)" };
    expect(rowsOf(seriesChart(grouped, row(["GET /a, 1 May"], 7, 8e8), 600, 120))).toEqual([
      ["SpanName, toDate(Timestamp, 1)", "requests", "slowest"],
      ["GET /a, 1 May", "7", "800 ms"],
    ]);
    expect(rowsOf(seriesChart(grouped, row(["GET /a", "1 May"], 7, 8e8), 600, 120))).toEqual([
      ["SpanName", "toDate(Timestamp, 1)", "requests", "slowest"],
      ["GET /a", "1 May", "7", "800 ms"],
    ]);
  });
});

test("a group with an alias has the alias as the name of its column, as in the UI", () => {
  const config = {
    ...{ displayType: "table", select: [{ aggFn: "count" }], groupByColumnsOnLeft: true },
    groupBy: "if(a != '', a, b) AS service, pod",
  };
  const series = [{ group: ["web", "web-1"], name: "count", output: 0, label: "", points: [{ time: 0, value: 3 }] }];
  const svg = seriesChart(config, series, 400, 200);
  expect(rowsOf(String(svg))).toEqual([
    ["service", "pod", "count"],
    ["web", "web-1", "3"],
  ]);
});
