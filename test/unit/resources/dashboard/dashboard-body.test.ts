import { dashboardUpdateBody, sentTileKeys } from "../../../../src/resources/dashboard/mapping";
import type { DashboardDeclaration } from "../../../../src/resources/declarations";

const tile = (x: number, y: number) => ({ name: "T", x, y, w: 6, h: 4, config: { displayType: "markdown" as const } });
const filter = (name: string) => ({ name, expression: "E", sourceId: "0".repeat(24) });
const declared = (fields: Partial<DashboardDeclaration>): DashboardDeclaration => ({ name: "D", tiles: {}, ...fields });

describe("the update request of a dashboard", () => {
  test("contains the tiles with their positions, each with the id that belongs to its key", () => {
    const tiles = { c: tile(0, 4), b: tile(6, 0), a: tile(0, 0) };
    expect(sentTileKeys(declared({ tiles }))).toEqual(["a", "b", "c"]);
    expect(dashboardUpdateBody(declared({ tiles }), { a: "1", c: "3" }, []).tiles.map(({ id }) => id)).toEqual([
      "1",
      undefined,
      "3",
    ]);
  });

  test("clears every field that the server would keep if the field were missing", () => {
    expect(dashboardUpdateBody(declared({}), {}, [])).toMatchObject({
      tags: [],
      filters: [],
      savedQuery: null,
      savedQueryLanguage: null,
      savedFilterValues: [],
      containers: [],
    });
  });

  test("keeps the id of a filter by its name, or by its index after a rename, and uses each id once", () => {
    const stored = [
      { id: "1", name: "Service" },
      { id: "2", name: "Region" },
    ];
    const ids = (names: string[]) =>
      (dashboardUpdateBody(declared({ filters: names.map(filter) }), {}, stored).filters as { id?: string }[]).map(
        ({ id }) => id,
      );
    expect(ids(["Region", "Service"])).toEqual(["2", "1"]);
    expect(ids(["Service", "Zone"])).toEqual(["1", "2"]);
    expect(ids(["Service", "Service", "Service"])).toEqual(["1", "2", undefined]);
  });
});
