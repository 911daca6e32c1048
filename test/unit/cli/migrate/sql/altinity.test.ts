import { withTextLabels } from "../../../../../src/cli/commands/migrate/sql/altinity";

test("a query with many groups and conditions is converted in linear time", () => {
  const columns = Array.from({ length: 999 }, (_, index) => `c${index}`);
  const selected = columns.map((name) => `abs(a) AS ${name}`).join(", ");
  const conditions = "z = 1 AND ".repeat(30_000);
  const sql = `SELECT at AS t, ${selected} FROM logs WHERE ${conditions} z = 2 GROUP BY t, ${columns.join(", ")}`;
  const before = process.cpuUsage();

  expect(withTextLabels(sql)).toContain("toString(abs(a)) AS c998");
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
});
