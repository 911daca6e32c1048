import { type ApiFields, dashboardsSvg, drawnDashboard } from "../../../src/drawing";
import { sketch } from "../../../src/drawing/sketch";
import { board, tile } from "../../support/drawing/boards";

const alert = { tileId: "a", name: "Errors", thresholdType: "above", threshold: 100, interval: "5m" };
const svgOf = (dashboard: ApiFields, alerts: ApiFields[] = []) =>
  dashboardsSvg([drawnDashboard(dashboard, { alerts })]);

/** Returns the position and size of the tile with a title: x, y, width, height. */
function boxOf(svg: string, title: string): readonly number[] {
  const pattern = new RegExp(
    `<svg x="([\\d.]+)" y="([\\d.]+)" width="([\\d.]+)" height="([\\d.]+)"><title>${title}\\n`,
  );
  return (pattern.exec(svg) ?? []).slice(1).map(Number);
}

test("tiles are drawn in their grid cells of 37 by 34 pixels, with a margin of 4", () => {
  const svg = svgOf(board(tile("a", [0, 0, 12, 4]), tile("b", [12, 4, 6, 2])));
  expect(boxOf(svg, "a")).toEqual([4, 4, 436, 128]);
  expect(boxOf(svg, "b")).toEqual([448, 140, 214, 60]);
  expect(svg).toContain('viewBox="0 0 888 238"');
});

test("a tile shows its title, kind and query, and a badge for each alert", () => {
  const svg = svgOf(board(tile("a", [0, 0, 12, 6])), [
    alert,
    { ...alert, name: undefined, threshold: 7 },
    { ...alert, tileId: "b" },
  ]);
  expect(svg).toContain(">a</text>");
  expect(svg).toContain(">line</tspan>");
  expect(svg).toContain(">count</tspan>");
  expect([...svg.matchAll(/class="cs-badge-text" x="20" y="12.8">([^<]*)/g)].map(([, text]) => text)).toEqual([
    "≥ 100 in 5m · Errors",
    "≥ 7 in 5m",
  ]);
  expect(svg).toContain('aria-label="Dashboard Checkout: 1 tile, 2 alerts"');
});

test("alerts that do not fit are counted, also in a tile of small height", () => {
  const texts = (h: number, count: number) =>
    [...svgOf(board(tile("a", [0, 0, 12, h])), Array(count).fill(alert)).matchAll(/x="20" y="12.8">([^<]*)/g)].map(
      ([, text]) => text,
    );
  expect(texts(3, 5)).toEqual(["≥ 100 in 5m · Errors", "4 alerts"]);
  expect(texts(1, 2)).toEqual(["2 alerts"]);
});

test("overlaps, gaps and tiles outside of the grid are marked", () => {
  const svg = svgOf(board(tile("a", [0, 0, 12, 4]), tile("b", [10, 2, 20, 4])));
  expect(svg.match(/class="cs-overlap"/g)).toHaveLength(2);
  expect(svg).toContain(">ends at column 30</text>");
  expect(svg).toContain('class="cs-gap" x="448" y="4" width="436" height="60"');
});

test("containers and their tabs are separate grids", () => {
  const containers = [
    {
      id: "c",
      title: "Latency",
      collapsed: false,
      tabs: [
        { id: "t1", title: "API" },
        { id: "t2", title: "Jobs" },
      ],
    },
    { id: "d", title: "Empty", collapsed: true },
  ];
  const dashboard = drawnDashboard({
    ...board(
      tile("own", [0, 0, 6, 2]),
      tile("lost", [6, 0, 6, 2], { containerId: "gone" }),
      tile("api", [0, 0, 6, 2], { containerId: "c", tabId: "t1" }),
      tile("jobs", [0, 0, 6, 2], { containerId: "c", tabId: "t2" }),
      tile("untabbed", [6, 0, 6, 2], { containerId: "c" }),
    ),
    containers,
  });
  expect(dashboard.sections.map(({ title, tiles }) => [title, tiles.map(({ id }) => id)])).toEqual([
    [undefined, ["own", "lost"]],
    ["Latency › API", ["api", "untabbed"]],
    ["Latency › Jobs", ["jobs"]],
  ]);
  expect(dashboardsSvg([dashboard])).not.toContain('class="cs-overlap"');
});

test("texts cannot add elements to the drawing", () => {
  const svg = svgOf({
    name: '<script>alert("1")</script>\u0000',
    tiles: [tile("a", [0, 0, 12, 4], { name: "<b>&\ud800" })],
  });
  for (const text of ["<script", "<b>", "\u0000", "\ud800"]) {
    expect(svg).not.toContain(text);
  }
  expect(svg).toContain("&lt;b&gt;&amp;\\ud800</text>");
});

test("the drawings before and after are side by side, and changed tiles are marked", () => {
  const before = drawnDashboard(
    board(tile("same", [0, 0, 6, 4]), tile("moved", [6, 0, 6, 4]), tile("gone", [12, 0, 6, 4])),
  );
  const after = drawnDashboard(
    board(tile("same", [0, 0, 6, 4]), tile("moved", [8, 0, 6, 4]), tile("new", [14, 0, 6, 4])),
  );
  const svg = dashboardsSvg([{ before, after }]);
  expect(svg).toContain('viewBox="0 0 1216');
  const marks = [...svg.matchAll(/<title>(\w+)\n(added|removed|changed)\n/g)].map(([, title, change]) => [
    title,
    change,
  ]);
  expect(marks).toEqual([
    ["moved", "changed"],
    ["gone", "removed"],
    ["moved", "changed"],
    ["new", "added"],
  ]);
  expect(dashboardsSvg([{ after }])).toContain("Before: does not exist");
  expect(dashboardsSvg([{ before }])).toContain("After: deleted");
});

test("a drawing requires no other file, and a page can provide its style", () => {
  const drawn = drawnDashboard(board(tile("a", [0, 0, 6, 4])));
  const svg = dashboardsSvg([drawn]);
  expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|href|url\(|@import/);
  expect(svg).toContain("<style>");
  expect(dashboardsSvg([drawn], { style: false })).not.toContain("<style>");
});

test("a dashboard without tiles is drawn with a note", () => {
  expect(svgOf({ name: "Empty", tiles: [] })).toContain("There are no tiles.");
});

test("filter labels are below the title, with their options and requirements", () => {
  const filters = [
    { name: "Service", expression: "ServiceName" },
    { type: "STATIC_LIST", name: "<Env>", options: ["prod", "stage"], minSelections: 1 },
    { type: "STATIC_LIST", name: "Zone", options: ["a"] },
    { type: "PROMETHEUS_LABEL", name: "Pod", label: "pod", minSelections: 1 },
    { type: "ADHOC" },
  ];
  const svg = svgOf({ ...board(tile("a", [0, 0, 12, 4])), filters });
  expect([...svg.matchAll(/class="cs-filter"[^>]*>([^<]*)/g)].map(([, label]) => label)).toEqual([
    ...["Service", "&lt;Env&gt; (2 options, required)", "Zone (1 option)", "Pod (required)", "(no name)"],
  ]);
  expect(boxOf(svg, "a")).toEqual([4, 4, 436, 128]);
  expect(svg).toContain('viewBox="0 0 888 200"');
  expect(svgOf({ ...board(), filters })).toContain('y="84">There are no tiles.');
});

test("many filters are drawn in several rows", () => {
  const filters = Array.from({ length: 12 }, (_, index) => ({ name: `Attribute number ${index}` }));
  expect(svgOf({ ...board(tile("a", [0, 0, 12, 4])), filters })).toContain('viewBox="0 0 888 260"');
});

test("a narrow drawing shows the tiles one below the other in reading order, in full width", () => {
  const dashboard = drawnDashboard(
    board(tile("b", [12, 0, 12, 4]), tile("a", [0, 0, 12, 2]), tile("c", [0, 4, 24, 3])),
  );
  const svg = dashboardsSvg([dashboard], { narrow: true });
  expect(svg).toContain('viewBox="0 0 336 340"');
  expect(["a", "b", "c"].map((title) => boxOf(svg, title))).toEqual([
    [4, 4, 328, 60],
    [4, 72, 328, 128],
    [4, 208, 328, 94],
  ]);
});

test("a Markdown tile shows its rendered text without HTML and links", () => {
  const markdown = "# Runbook\n\nCall **us**, see [wiki](javascript:alert(1)).\n\n- first\n\n<b onclick=x>raw</b>";
  const svg = svgOf(board(tile("a", [0, 0, 12, 6], { config: { displayType: "markdown", markdown } })));
  expect(svg).toContain('<tspan class="cs-strong">Runbook</tspan>');
  expect(svg).toContain('<tspan class="cs-strong">us</tspan>');
  expect(svg).toContain(">•</text>");
  expect(svg).toContain("&lt;b onclick=x&gt;raw&lt;/b&gt;");
  expect(svg.replace(/<title>[^<]*/, "")).not.toMatch(/javascript|<b |<a |# Runbook/);
});

test("a Markdown text that is longer than its tile is cut at the tile's edge", () => {
  const markdown = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}`).join("\n\n");
  const svg = svgOf(board(tile("a", [0, 0, 12, 4], { config: { displayType: "markdown", markdown } })));
  expect([...svg.matchAll(/class="cs-markdown"/g)]).toHaveLength(3);
});

test("each tile kind without a series has a separate sketch", () => {
  const kinds = ["line", "stacked_bar", "bar", "heatmap", "table", "search", "event_patterns", "pie"];
  const sketches = kinds.map((kind) => sketch(kind, 200, 100));
  expect(new Set(sketches).size).toBe(kinds.length);
  expect(sketches.filter((each) => !each.startsWith('<path class="cs-sketch'))).toEqual([]);
});
