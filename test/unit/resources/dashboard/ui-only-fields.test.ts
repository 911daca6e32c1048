import { readDashboard } from "../../../../src/resources/dashboard/from-json/read-dashboard";

test.each([
  ["ratioMode", "per_group", "ratio mode of a tile"],
  ["alternateRowBackground", true, "alternate row background of a table"],
])("a dashboard in JSON with %s is refused with a text that names the UI setting", (field, value, name) => {
  const reading = {
    isToken: () => false,
    unknownFields: "refuse",
    unknownFieldsFix: "Fix.",
    contentCode: "",
    placeText: String,
  } as const;
  const select = [{ aggFn: "count", where: "", whereLanguage: "sql" }];
  const config = { displayType: "table", sourceId: "0123456789abcdef01234567", select, [field]: value };
  const tile = { name: "T", x: 0, y: 0, w: 6, h: 4, config };
  const { tiles } = readDashboard({ name: "D", tiles: [tile] }, reading, () => undefined);
  expect(tiles[0]?.reasons).toEqual([
    expect.stringContaining(`config.${field}: Only the UI can set the ${name}. The API hides it`),
  ]);
});
