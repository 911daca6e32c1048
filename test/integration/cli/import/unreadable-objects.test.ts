import { RecordServer } from "../../../support/record-server";

const tile = { name: "Errors", x: 0, y: 0, w: 6, h: 4, config: { displayType: "markdown", markdown: "Text" } };

test("an import omits an object that cannot be read, and reports the reason", async () => {
  await using server = await RecordServer.start();
  server.records = {
    dashboards: [
      { id: "6955b9000000000000000001", name: "Good", tags: [], tiles: [{ id: "6955b9000000000000000011", ...tile }] },
      { id: "6955b9000000000000000002", name: "Odd", tags: [], tiles: [tile] },
    ],
  };
  const { objects, leftOut } = await server.importedModel();
  expect(objects.map(({ name }) => name)).toEqual(["Good"]);
  expect(leftOut.map(({ object, reason }) => [object.name, reason])).toEqual([
    ["Odd", expect.stringContaining("a tile that has no id")],
  ]);
});
