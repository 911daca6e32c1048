import { convert, panel, query, section, variable } from "./conversion";

const SQL = "SELECT 1 AS a";
const at = (title: string, x: number, y: number, w = 12, h = 8) => panel("table", SQL, {}, { title, x, y, w, h });

test("rows become containers, and panels above the first row have none", () => {
  const { dashboard, tiles } = convert([
    section([at("Top", 0, 0)]),
    section([at("A", 0, 0), at("B", 12, 0)], { title: "Orders" }),
    section([at("C", 0, 0)], { title: "Payments", isCollapsed: true }),
  ]);

  expect(dashboard?.containers).toEqual([
    { id: "row_1", title: "Orders", collapsed: false },
    { id: "row_2", title: "Payments", collapsed: true },
  ]);
  expect(tiles.map(({ name, containerId }) => [name, containerId])).toEqual([
    ["Top", undefined],
    ["A", "row_1"],
    ["B", "row_1"],
    ["C", "row_2"],
  ]);
});

test("tabs become one container with tabs", () => {
  const tab = (title: string) => section([at(title, 0, 0)], { title: "Tabs", tab: title });
  const { dashboard, tiles } = convert([tab("One"), tab("Two")]);

  expect(dashboard?.containers).toEqual([
    {
      id: "row_1",
      title: "Tabs",
      collapsed: false,
      tabs: [
        { id: "tab_1", title: "One" },
        { id: "tab_2", title: "Two" },
      ],
    },
  ]);
  expect(tiles.map(({ tabId }) => tabId)).toEqual(["tab_1", "tab_2"]);
});

test("positions are copied within the limits of the grid", () => {
  const { tiles } = convert([section([at("A", 3, 2, 5, 4), at("B", 20, 6, 12, 0)])]);

  expect(tiles.map(({ x, y, w, h }) => ({ x, y, w, h }))).toEqual([
    { x: 3, y: 2, w: 5, h: 4 },
    { x: 20, y: 6, w: 4, h: 1 },
  ]);
});

test("a repeated panel has a copy for each value, and moves the panels below it", () => {
  const variables = [variable("custom", "region", { options: ["eu", "us", "asia", "mars", "moon"] })];
  const repeated = panel("table", "SELECT '$region' AS r", { repeat: "region" }, { title: "In $region", h: 4 });
  const { tiles, outcomes } = convert([section([repeated, at("Below", 0, 4)])], { variables });

  expect(tiles.map(({ name, x, y, w }) => [name, x, y, w])).toEqual([
    ["In eu", 0, 0, 6],
    ["In us", 6, 0, 6],
    ["In asia", 12, 0, 6],
    ["In mars", 18, 0, 6],
    ["In moon", 0, 4, 6],
    ["Below", 0, 8, 12],
  ]);
  expect(tiles[1]?.config).toMatchObject({ sqlTemplate: "SELECT 'us' AS r" });
  expect(outcomes[0]?.differences).toContain(
    "Grafana repeats the panel for each value of region; ClickStack has copies for 5 of 5 known values.",
  );
});

test("a stored copy of a repeated panel is left out", () => {
  const { outcomes } = convert([section([panel("table", SQL), panel("table", SQL, { repeatPanelId: 1 })])]);

  expect(outcomes.map((each) => each.class)).toEqual(["exact", "left out"]);
  expect(outcomes[1]?.differences).toEqual([
    "The panel is a stored copy of a repeated panel. Grafana creates the copies again.",
  ]);
});

test("a repeated row has at most 20 copies", () => {
  const options = Array.from({ length: 30 }, (_, index) => `v${index}`);
  const { dashboard, outcomes } = convert([section([at("A", 0, 0)], { title: "Row $v", repeat: "v" })], {
    variables: [variable("custom", "v", { options })],
  });

  expect(dashboard?.containers).toHaveLength(20);
  expect(dashboard?.containers?.[19]?.title).toBe("Row v19");
  expect(outcomes[0]?.differences[0]).toMatch(/copies for 20 of 30 known values/);
});

test("a repetition without known values has one copy and a difference", () => {
  const { tiles, outcomes } = convert([section([panel("table", SQL, { repeat: "v" })])], {
    variables: [variable("query", "v")],
  });

  expect(tiles).toHaveLength(1);
  expect(outcomes[0]?.differences).toEqual([
    "Grafana repeats the panel for each value of v; ClickStack has one tile, because the values are not known.",
  ]);
});

test("panels beyond the limits of the server are left out", () => {
  const many = Array.from({ length: 501 }, (_, index) => at(`P${index}`, 0, index));
  const rows = Array.from({ length: 51 }, (_, index) => section([at("A", 0, 0)], { title: `Row ${index}` }));

  expect(convert([section(many)]).outcomes.filter((each) => each.class === "left out")).toMatchObject([
    { title: "P500", differences: ["A dashboard has at most 500 tiles."] },
  ]);
  expect(convert(rows).outcomes.at(-1)).toMatchObject({
    class: "left out",
    differences: ["A dashboard has at most 50 containers with 20 tabs each."],
  });
});

test("tiles with the same title have different keys and ids", () => {
  const { objects } = convert([
    section([at("Errors", 0, 0), at("Errors", 12, 0), at("", 0, 8), at("__proto__", 12, 8)]),
  ]);

  expect(Object.keys(objects[0]?.tileIds ?? {})).toEqual(["errors", "errors_2", "tile", "proto"]);
  expect(new Set(Object.values(objects[0]?.tileIds ?? {})).size).toBe(4);
});

test("a text contains the fixed values of variables, and the names of others are a difference", () => {
  const content = "Stage $stage, shop $shop, costs $5";
  const variables = [
    variable("constant", "stage", { query: "prod", current: ["prod"] }),
    variable("custom", "shop", { options: ["a", "b"], current: ["a"] }),
  ];
  const text = panel("text", [], { options: { mode: "markdown", content } });
  const { tiles, outcomes } = convert([section([at("A", 0, 0), text])], { variables });

  expect(tiles[1]?.config).toMatchObject({ markdown: "Stage prod, shop $shop, costs $5" });
  expect(outcomes[1]?.differences).toEqual([
    "Grafana shows the value of a variable in the text; ClickStack shows its name before version 2.40.",
  ]);
});

test("a row in a tab is a difference of its panels", () => {
  const { outcomes } = convert([
    section([panel("table", "SELECT 1 AS a", { rowInTab: "Latency" })], { title: "Tabs", tab: "API" }),
  ]);

  expect(outcomes[0]?.differences).toEqual([
    'Grafana shows the panel below "Latency"; ClickStack has no rows in tabs.',
  ]);
});

test("a text becomes Markdown, and HTML is left out", () => {
  const text = (mode: string) => panel("text", [], { options: { mode, content: "# Hi" } });
  const { tiles, outcomes, objects } = convert([section([at("A", 0, 0), text("markdown"), text("html")])]);

  expect(tiles[1]?.config).toEqual({ displayType: "markdown", markdown: "# Hi" });
  expect(outcomes[1]).toMatchObject({ isClickHouse: false, class: "exact" });
  expect(outcomes[2]).toMatchObject({
    class: "left out",
    differences: ["The text of the panel is HTML, which ClickStack does not show."],
  });
  expect(objects[0]?.remark).toBe(
    'Left out: the panel "Errors". The text of the panel is HTML, which ClickStack does not show.',
  );
});

test("the remark contains the SQL of a panel that is left out", () => {
  const { objects, outcomes } = convert([
    section([at("A", 0, 0), panel("table", "SELECT $missing /* x */", {}, { title: "Bad" })]),
  ]);

  expect(outcomes[1]?.class).toBe("left out");
  expect(objects[0]?.remark).toMatch(/^Left out: the panel "Bad"\. .*\nSELECT \$missing \/\* x \*\/$/);
});

test("a tile that the declaration refuses is left out", () => {
  const { outcomes } = convert(
    [section([at("A", 0, 0)])],
    {},
    { connectionOf: () => ({ connectionId: "bad", database: undefined }) },
  );

  expect(outcomes[0]).toMatchObject({
    class: "left out",
    differences: [expect.stringMatching(/^ClickStack refuses the tile: /)],
  });
});

test("a dashboard without ClickHouse is left out", () => {
  const other = panel("timeseries", [query("", { plugin: "other" })]);
  const { objects, outcomes } = convert([section([other, panel("text", [], { options: { content: "x" } })])]);

  expect(objects).toEqual([]);
  expect(outcomes.map((each) => each.class)).toEqual(["left out", "left out"]);
});

test("links of the dashboard become a text below the tiles", () => {
  const links = [
    { title: "Wiki [1]", url: "https://wiki.example/a" },
    { title: "Relative", url: "/d/x" },
  ];
  const { tiles, notes } = convert([section([at("A", 0, 3)])], {
    model: { links: [...links, { type: "dashboards" }] },
  });

  expect(tiles[1]).toMatchObject({
    name: "Links",
    y: 11,
    w: 24,
    config: { markdown: "- [Wiki \\[1\\]](https://wiki.example/a)" },
  });
  expect(notes).toEqual([
    'ClickStack does not show the link "Relative" of the dashboard "Shop".',
    'ClickStack does not show the link "dashboards" of the dashboard "Shop".',
  ]);
});

test("tags are cut to the limits of the server", () => {
  expect(convert([section([at("A", 0, 0)])], { tags: ["x".repeat(40), "a", "a"] }).dashboard?.tags).toEqual([
    "x".repeat(32),
    "a",
  ]);
});

test("annotations and ad hoc filters are notes", () => {
  const model = {
    annotations: {
      list: [
        { name: "Deploys", enable: true },
        { builtIn: 1, name: "Alerts" },
      ],
    },
  };
  const { notes } = convert([section([at("A", 0, 0)])], { model, variables: [variable("adhoc", "Filters")] });

  expect(notes).toEqual([
    'ClickStack does not show the annotation "Deploys" of the dashboard "Shop".',
    'The ad hoc filter Filters of the dashboard "Shop" applies only to tiles with $__filters.',
  ]);
});

test("a panel with some copies beyond the limits is approximated", () => {
  const options = Array.from({ length: 20 }, (_, index) => `v${index}`);
  const row = () => section([at("A", 0, 0)], { title: "Row $v", repeat: "v" });
  const { outcomes, objects } = convert([row(), row(), row()], { variables: [variable("custom", "v", { options })] });

  expect(Object.keys(objects[0]?.tileIds ?? {})).toHaveLength(50);
  expect(outcomes[2]).toMatchObject({ class: "approximated", target: { tileKey: "a_41" } });
  expect(outcomes[2]?.differences).toContain(
    "A copy is left out. A dashboard has at most 50 containers with 20 tabs each.",
  );
});

test("long titles and lists of links are cut to the limits of the server", () => {
  const links = Array.from({ length: 2000 }, (_, index) => ({
    title: `Link ${index}`,
    url: "https://wiki.example/page",
  }));
  const { dashboard, tiles } = convert([section([at("A", 0, 0)])], { title: "x".repeat(2000), model: { links } });

  expect(dashboard?.name).toHaveLength(1024);
  expect(tiles).toHaveLength(2);
});

test("rows without a header are below each other", () => {
  const { tiles } = convert([section([at("A", 0, 0), at("B", 0, 8)]), section([at("C", 0, 0, 12, 4)])]);

  expect(tiles.map(({ name, y }) => [name, y])).toEqual([
    ["A", 0],
    ["B", 8],
    ["C", 16],
  ]);
});

test("a first row without a title is no container", () => {
  const rows = ["", "Costs", ""].map((title) => section([at("A", 0, 0)], { title }));
  const { dashboard, tiles } = convert(rows);

  expect(tiles.map(({ containerId }) => containerId)).toEqual([undefined, "row_1", "row_2"]);
  expect(dashboard?.containers?.map(({ title }) => title)).toEqual(["Costs", "Row"]);
});
