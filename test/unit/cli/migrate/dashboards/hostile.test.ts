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
