import { convertPanel, panel, query } from "./conversion";

const GROUPS = "SELECT service, count() AS c FROM logs GROUP BY service";

test("a limit that is not a whole number is not copied into the SQL", () => {
  const options = { reduceOptions: { values: true, limit: "5; DROP TABLE logs" } };
  const { config } = convertPanel(panel("piechart", [query(GROUPS, { format: "table" })], { options }));

  expect(config).toMatchObject({ sqlTemplate: `${GROUPS}\nLIMIT 25` });
});

test.each(["many", -1, 1e9])("decimals of %j do not leave out a panel", (decimals) => {
  const shown = { fieldConfig: { defaults: { unit: "bytes", decimals } } };
  const { config } = convertPanel(
    panel("stat", [query("SELECT sum(size) AS s FROM logs", { format: "table" })], shown),
  );

  expect(config).toMatchObject({ displayType: "number", numberFormat: { output: "byte" } });
});

test("a panel with many columns and overrides is converted in linear time", () => {
  const columns = Array.from({ length: 3_000 }, (_, index) => `c${index}`);
  const overrides = Array.from({ length: 60_000 }, (_, index) => ({
    matcher: { id: "byName", options: `other${index}` },
    properties: [{ id: "unit", value: "ms" }],
  }));
  const many = panel("stat", [query(`SELECT ${columns.join(", ")} FROM logs`)], { fieldConfig: { overrides } });
  const before = process.cpuUsage();

  expect(convertPanel(many).differences).toHaveLength(overrides.length + 1);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
});
