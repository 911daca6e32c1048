// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constructsIn, type PlacedConstruct } from "../../../../src/cli/project/placed-constructs";

/** Returns the constructs that a synthesized stack records. */
function recorded(resource: object): readonly PlacedConstruct[] {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-constructs-"));
  try {
    writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify({ resource }));
    return constructsIn({ folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const at = (position: object) => ({ "//": { clickstack: position } });

describe("the constructs of a synthesized stack", () => {
  test("have their tiles in the order of the program, with rows and declared places", () => {
    const layout = ["z:wh", { row: ["b:w", "a"], height: 5 }];
    const tiles = { a: {}, b: {}, z: {} };
    const [board] = recorded({
      clickstack_dashboard: { shop: { ...at({ source: "main.ts:1:2", tiles: { z: "main.ts:3:4" }, layout }), tiles } },
    });
    const places = [...(board?.layout ?? [])];
    expect(places.map(([key, { sides }]) => [key, [...sides].join("")])).toEqual([
      ["z", "wh"],
      ["b", "w"],
      ["a", ""],
    ]);
    const [, b, a] = places.map(([, place]) => place);
    expect(b?.row).toEqual({ height: 5 });
    expect(a?.row).toBe(b?.row);
  });

  test("declare all places of their tiles if synthesis recorded no layout", () => {
    const tiles = { errors: { x: 0 } };
    const [board] = recorded({ clickstack_dashboard: { shop: { ...at({ source: "main.ts:1:2" }), tiles } } });
    expect([...(board?.layout ?? [])]).toEqual([["errors", { sides: new Set(["x", "y", "w", "h"]) }]]);
  });

  test("list the objects that refer to their tiles", () => {
    const tileId = '${clickstack_dashboard.shop.tile_ids["errors"]}';
    const [board] = recorded({
      clickstack_dashboard: { shop: at({ source: "main.ts:1:2" }), other: at({ source: "main.ts:2:2" }) },
      clickstack_alert: { high: { tile_id: tileId }, low: { note: `${tileId} ${tileId}` }, none: { tile_id: "x" } },
    });
    expect([...(board?.references ?? [])]).toEqual([["errors", ["clickstack_alert.high", "clickstack_alert.low"]]]);
  });
});
