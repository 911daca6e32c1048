import { writeHcl, writeTypeScript } from "../../../support/cli/import/written-code";
import { RecordServer } from "../../../support/record-server";

test("an import keeps unknown fields of an object and of its tile, and lists them in both languages", async () => {
  await using server = await RecordServer.start();
  const tile = { name: "Notes", x: 0, y: 0, w: 6, h: 4, config: { displayType: "markdown", markdown: "Text" } };
  server.records = {
    dashboards: [
      {
        ...{ id: "6955b9000000000000000001", name: "Shop", tags: [], futureSetting: { mode: "fast" } },
        tiles: [{ id: "6955b9000000000000000011", ...tile, glow: true }],
      },
    ],
  };
  const model = await server.importedModel();
  expect(model.leftOut).toEqual([]);
  expect(model.objects).toMatchObject([
    {
      state: {
        otherFields: { futureSetting: '{"mode":"fast"}' },
        tiles: { notes: { otherFields: { glow: "true" } } },
      },
    },
  ]);
  for (const write of [writeTypeScript, writeHcl]) {
    expect(JSON.stringify(write(model))).toContain(
      "Set on the server and cannot be declared: futureSetting, tiles.notes.glow. Updates do not change it.",
    );
  }
});
