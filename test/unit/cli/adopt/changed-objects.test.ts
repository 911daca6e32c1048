import { findServerChanges } from "../../../../src/cli/code/edits/changed-objects";
import type { PlanJson } from "../../../../src/cli/engine/read-plan";

const tile = { name: "Errors", x: 0, y: 0, w: 12, h: 6, config: { display_type: "markdown", markdown: "a" } };
const board = (name: string, ids: readonly string[], note = "a") => ({
  id: "d",
  url: `https://example.com/${ids.join("-")}`,
  name,
  tile_ids: Object.fromEntries(ids.map((id) => [id, id])),
  tiles: Object.fromEntries(ids.map((id) => [id, { ...tile, config: { ...tile.config, markdown: note } }])),
});

function changesOf(base: object, code: object, server: object) {
  const common = { address: "clickstack_dashboard.a", mode: "managed", type: "clickstack_dashboard", name: "a" };
  const plan = {
    resource_changes: [{ ...common, change: { actions: ["update"], before: server, after: code } }],
    resource_drift: [{ ...common, change: { actions: ["update"], before: base, after: server } }],
  };
  return findServerChanges(plan as unknown as PlanJson);
}

describe("the changes that adopt reads from a server", () => {
  test("contain no computed attributes, although the plan changes them together with the tiles", () => {
    const [base, code] = [board("A", ["one", "two"]), board("A", ["one", "three"])];
    expect(changesOf(base, code, { ...board("B", ["one"]), tiles: base.tiles })).toMatchObject([
      { value: { name: "B", tile_ids: code.tile_ids }, notAdopted: [] },
    ]);
  });

  test("are empty if only computed attributes differ", () => {
    const base = board("A", ["one"]);
    expect(changesOf(base, base, { ...base, url: "https://example.org", tile_ids: { one: "2" } })).toEqual([]);
  });

  test("contain the other changes of a dashboard if code cannot declare the kind of one tile", () => {
    const base = board("A", ["one", "two"]);
    const newer = { ...tile, config: { display_type: "sankey" } };
    const server = { ...base, name: "B", tiles: { one: newer, two: { ...tile, w: 6 }, three: newer } };
    const [found] = changesOf(base, base, server);
    expect(found?.value).toEqual({ ...base, name: "B", tiles: { ...base.tiles, two: { ...tile, w: 6 } } });
    expect(found?.notAdopted.map(({ prop }) => prop)).toEqual(["tiles.one", "tiles.three"]);
    expect(found?.notAdopted[1]?.reason).toMatch(
      /^Code cannot declare the change: tiles\["three"\]\.config\.display_type: Must be one of .*; it is "sankey"\.$/,
    );
  });
});
