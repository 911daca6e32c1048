import type { ChangedObject } from "../../../../src/cli/code/edits/changed-objects";
import { tilesAt, withoutTiles } from "../../../../src/cli/commands/adopt/without-tiles";

const changed = {
  type: "dashboard",
  old: {
    tags: ["a"],
    tiles: { one: { name: "One", x: 0 }, "one.x": { name: "X", x: 1 }, gone: { name: "Gone", x: 2 } },
  },
  wanted: { tags: ["b"], tiles: { one: { name: "1", x: 3 }, "one.x": { name: "Y", x: 4 }, more: { name: "M", x: 5 } } },
} as unknown as ChangedObject;

describe("a change of a dashboard", () => {
  test("keeps tiles with a wrong plan and all places, and contains the rest", () => {
    expect(withoutTiles(changed, ["one"]).wanted).toEqual({
      tags: ["b"],
      tiles: { one: { name: "One", x: 0 }, "one.x": { name: "Y", x: 1 }, gone: { name: "Gone", x: 2 } },
    });
  });

  test("names the tiles at the paths of a plan", () => {
    expect(tilesAt(["tiles.one.config.where", "tags"], changed)).toEqual(["one"]);
    expect(tilesAt(["tiles.more"], changed)).toEqual(["more"]);
  });
});
