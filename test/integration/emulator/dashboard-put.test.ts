import { seedIds } from "../../../src/emulator";
import {
  absentId,
  alertBody,
  count,
  created,
  dashboard,
  type Json,
  lineConfig,
  place,
  running,
  tile,
} from "../../support/emulator/support";

const emulator = running();
const markdown = { displayType: "markdown", markdown: "hi" };
const filter = { type: "QUERY_EXPRESSION", name: "N", expression: "x", sourceId: seedIds.logs };
const containers = [{ id: "c", title: "C", collapsed: false }];

const full = {
  ...dashboard(markdown),
  tags: ["a"],
  filters: [filter],
  savedQuery: "a = 1",
  savedQueryLanguage: "sql",
  savedFilterValues: [{ condition: "x" }],
  containers,
};

async function put(id: string, body: unknown): Promise<Json> {
  const response = await emulator.openSource.put(`/dashboards/${id}`, body);
  expect(response.status).toBe(200);
  return response.json.data;
}

describe("a PUT that omits top-level fields", () => {
  test("keeps their values, and requires only name and tiles", async () => {
    const board = await created(emulator.openSource, full);
    const updated = await put(board.id, { name: "New", tiles: [] });
    expect(updated).toEqual({ ...board, name: "New", tiles: [] });
    const response = await emulator.openSource.put(`/dashboards/${board.id}`, {});
    expect(response.status).toBe(400);
    expect(response.json.message).toBe("Body validation failed: name: Required; tiles: Required");
  });

  test.each([
    ["tags", { tags: [] }, { tags: [] }],
    ["filters", { filters: [] }, { filters: [] }],
    ["savedQuery with its language", { savedQuery: null }, { savedQuery: null, savedQueryLanguage: null }],
    [
      "savedQuery, with a language that is sent and kept",
      { savedQuery: null, savedQueryLanguage: "sql" },
      { savedQuery: null, savedQueryLanguage: "sql" },
    ],
    ["savedQueryLanguage", { savedQueryLanguage: null }, { savedQuery: "a = 1", savedQueryLanguage: null }],
    ["savedFilterValues", { savedFilterValues: [] }, { savedFilterValues: [] }],
  ])("clears a field only if its value is empty: %s", async (_name, sent, shown) => {
    const board = await created(emulator.openSource, full);
    expect(await put(board.id, { name: "n", tiles: [], ...sent })).toMatchObject(shown);
  });

  test("with an empty list of containers returns a dashboard without containers", async () => {
    const board = await created(emulator.openSource, full);
    expect(await put(board.id, { name: "n", tiles: [], containers: [] })).not.toHaveProperty("containers");
  });

  test("resets the language of the saved query to lucene if it sends a query without a language", async () => {
    const board = await created(emulator.openSource, full);
    const updated = await put(board.id, { name: "n", tiles: [], savedQuery: "b:c" });
    expect(updated).toMatchObject({ savedQuery: "b:c", savedQueryLanguage: "lucene" });
  });

  test("is validated against the stored containers", async () => {
    const board = await created(emulator.openSource, full);
    const updated = await put(board.id, { name: "n", tiles: [tile(markdown, { containerId: "c" })] });
    expect(updated.tiles[0].containerId).toBe("c");
    const response = await emulator.openSource.put(`/dashboards/${board.id}`, {
      name: "n",
      tiles: [tile(markdown, { containerId: "c" })],
      containers: [],
    });
    expect(response.json.message).toBe('tiles.0.containerId: Tile references unknown containerId "c"');
  });
});

describe("the ids in a request", () => {
  test("are ignored on create", async () => {
    const board = await created(emulator.openSource, { name: "n", tiles: [tile(markdown, { id: "mine" })] });
    expect(board.tiles[0].id).toMatch(/^[0-9a-f]{24}$/);
  });

  test("are kept for known tiles in any order, and replaced for tiles with an unknown id or without one", async () => {
    const board = await created(emulator.openSource, dashboard(markdown, lineConfig));
    const [first, second] = board.tiles;
    const updated = await put(board.id, {
      name: "n",
      tiles: [second, tile(markdown, { id: absentId }), first, tile(markdown)],
    });
    expect(updated.tiles.map((one: Json) => one.id)).toEqual([
      second.id,
      expect.not.stringMatching(absentId),
      first.id,
      expect.stringMatching(/^[0-9a-f]{24}$/),
    ]);
  });

  test("are required for filters on PUT, kept if they are known, and replaced if they are unknown", async () => {
    const board = await created(emulator.openSource, full);
    const body = { name: "n", tiles: [] };
    const missing = await emulator.openSource.put(`/dashboards/${board.id}`, { ...body, filters: [filter] });
    expect(missing.json.message).toBe("Body validation failed: filters.0.id: Required");
    const filters = [{ ...filter, id: absentId }, board.filters[0]];
    const updated = await put(board.id, { ...body, filters });
    expect(updated.filters[0].id).not.toBe(absentId);
    expect(updated.filters[1]).toEqual(board.filters[0]);
  });
});

test("optional fields inside a tile are removed if a PUT omits them", async () => {
  const board = await created(emulator.openSource, dashboard({ ...lineConfig, groupBy: "a", seriesLimit: 5 }));
  const updated = await put(board.id, { name: "n", tiles: [{ ...place, id: board.tiles[0].id, config: lineConfig }] });
  expect(updated.tiles[0].config).not.toHaveProperty("groupBy");
  expect(updated.tiles[0].config).not.toHaveProperty("seriesLimit");
});

test("the body of a GET can be sent back in a PUT", async () => {
  const board = await created(emulator.openSource, full);
  expect(await put(board.id, board)).toEqual(board);
});

test("a GET or PUT of a missing dashboard returns 404 with a text, and a DELETE returns 200", async () => {
  const read = await emulator.openSource.get(`/dashboards/${absentId}`);
  const written = await emulator.openSource.put(`/dashboards/${absentId}`, dashboard());
  for (const response of [read, written]) {
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.text).toBe("Not Found");
  }
  const deleted = await emulator.openSource.delete(`/dashboards/${absentId}`);
  expect(deleted.status).toBe(200);
  expect(deleted.json).toEqual({});
});

test.each([
  ["short", "Params validation failed: id: Invalid ObjectId"],
  ["zzzzzzzzzzzzzzzzzzzzzzzz", "Params validation failed: id: Invalid ObjectId"],
])("an invalid id returns 400: %s", async (id, message) => {
  const response = await emulator.openSource.get(`/dashboards/${id}`);
  expect(response.status).toBe(400);
  expect(response.json).toEqual({ message });
});

test("any 12 characters are accepted as an id, and an id in upper case finds the object", async () => {
  expect((await emulator.openSource.get("/dashboards/abcdefghijkl")).status).toBe(404);
  const board = await created(emulator.openSource, dashboard());
  expect((await emulator.openSource.get(`/dashboards/${board.id.toUpperCase()}`)).json.data).toEqual(board);
});

test("errors of the body and of the path are reported in one response", async () => {
  const response = await emulator.openSource.put("/dashboards/x", { name: "n" });
  expect(response.json.message).toBe(
    "Body validation failed: tiles: Required; Params validation failed: id: Invalid ObjectId",
  );
});

describe("the alert on a tile after a PUT of its dashboard", () => {
  const number = { displayType: "number", sourceId: seedIds.logs, select: [count] };
  const table = { displayType: "table", sourceId: seedIds.logs, select: [count] };

  async function boardWithAlert(config: unknown): Promise<{ board: Json; alertId: string }> {
    const board = await created(emulator.openSource, dashboard(config));
    const alert = { ...alertBody, dashboardId: board.id, tileId: board.tiles[0].id };
    const response = await emulator.openSource.post("/alerts", alert);
    expect(response.status).toBe(200);
    return { board, alertId: response.json.data.id };
  }

  const isGone = async (id: string) => (await emulator.openSource.get(`/alerts/${id}`)).status === 404;

  test.each([
    ["a kept line tile keeps its alert", lineConfig, lineConfig, false],
    ["a line that becomes a number keeps its alert", lineConfig, number, false],
    ["a line that becomes a table loses its alert", lineConfig, table, true],
    ["a table always loses its alert", table, table, true],
  ])("is kept or deleted with the kind of the tile: %s", async (_name, before, after, gone) => {
    const { board, alertId } = await boardWithAlert(before);
    await put(board.id, { name: "n", tiles: [{ ...place, id: board.tiles[0].id, config: after }] });
    expect(await isGone(alertId)).toBe(gone);
  });

  test("is deleted if the tile is sent without its id", async () => {
    const { board, alertId } = await boardWithAlert(lineConfig);
    await put(board.id, dashboard(lineConfig));
    expect(await isGone(alertId)).toBe(true);
    const again = await emulator.openSource.delete(`/alerts/${alertId}`);
    expect(again.status).toBe(404);
    expect(again.json).toEqual({ message: "Alert not found" });
  });

  test("is deleted together with the dashboard", async () => {
    const { board, alertId } = await boardWithAlert(lineConfig);
    expect((await emulator.openSource.delete(`/dashboards/${board.id}`)).json).toEqual({});
    expect(await isGone(alertId)).toBe(true);
  });
});

describe("a filter that only the UI can create", () => {
  const label = {
    id: "c00000000000000000000001",
    type: "ADHOC",
    name: "Pod",
    label: "pod",
    nested: { a: [1] },
  };

  async function boardWithLabel(): Promise<Json> {
    const board = await created(emulator.openSource, full);
    await emulator.ui.put(`/raw/dashboards/${board.id}`, { ...board, filters: [label, ...board.filters] });
    return (await emulator.openSource.get(`/dashboards/${board.id}`)).json.data;
  }

  test("is accepted in an update that does not change it, at any index", async () => {
    const board = await boardWithLabel();
    expect(board.filters[0]).toEqual(label);
    const [, query] = board.filters;
    const updated = await put(board.id, { name: "New", tiles: [], filters: [query, label] });
    expect(updated.filters).toEqual([query, label]);
    expect(await put(board.id, { name: "New", tiles: [], filters: [query] })).toMatchObject({ filters: [query] });
  });

  test("is refused in a create and in an update that changes it", async () => {
    const board = await boardWithLabel();
    const changed = { ...label, name: "Node" };
    const update = await emulator.openSource.put(`/dashboards/${board.id}`, {
      name: "N",
      tiles: [],
      filters: [changed],
    });
    expect(update.status).toBe(400);
    expect(update.json.message).toContain("filters.0.type: Invalid discriminator value");
    const { id, ...without } = label;
    const create = await emulator.openSource.post("/dashboards", { name: "N", tiles: [], filters: [without] });
    expect(create.status).toBe(400);
    expect(create.json.message).toContain("filters.0.type: Invalid discriminator value");
  });
});
