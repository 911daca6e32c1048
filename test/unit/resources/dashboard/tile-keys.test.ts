import { tileKeys } from "../../../../src/resources/dashboard/tiles/tile";

const tile = (id: string, name: string) => ({ id, name });

describe("the key of an observed tile", () => {
  test("is the key that its id has in the state, for any name and position", () => {
    const keys = tileKeys([tile("2", "Latency"), tile("1", "Anything")], { errors: "1", latency: "2" });
    expect([...keys]).toEqual([
      ["1", "errors"],
      ["2", "latency"],
    ]);
  });

  test("is derived from the name if the tile is not in the state", () => {
    expect([...tileKeys([tile("1", "P95 Latency (ms)")], {})]).toEqual([["1", "p95_latency_ms"]]);
  });

  test("is unique among tiles with the same name, and differs from all keys in the state", () => {
    const keys = tileKeys([tile("1", "Errors"), tile("2", "Errors"), tile("3", "errors!")], { errors: "gone" });
    expect([...keys.values()]).toEqual(["errors_2", "errors_3", "errors_4"]);
  });

  test("is a default word if the name has no letters", () => {
    expect([...tileKeys([tile("1", "???"), tile("2", "")], {}).values()]).toEqual(["tile", "tile_2"]);
  });

  test("contains letters without accents", () => {
    expect([...tileKeys([tile("1", "Café Zürich")], {}).values()]).toEqual(["cafe_zurich"]);
  });
});
