// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the SQL contains variables
import { withDatabase } from "../../../../../src/cli/commands/migrate/sql/database";

describe("withDatabase", () => {
  it.each([
    ["SELECT a FROM t", "SELECT a FROM db.t"],
    ["select a from `odd t` final where b", "select a from db.`odd t` final where b"],
    ["SELECT 1 FROM a, b AS c JOIN d ON a.x = d.x", "SELECT 1 FROM db.a, db.b AS c JOIN db.d ON a.x = d.x"],
    ["SELECT 1 FROM (SELECT x, y FROM t) AS q", "SELECT 1 FROM (SELECT x, y FROM db.t) AS q"],
    ["SELECT 1 FROM a WHERE x IN (SELECT y FROM b)", "SELECT 1 FROM db.a WHERE x IN (SELECT y FROM db.b)"],
    ["SELECT 1 FROM a UNION ALL SELECT 2 FROM b", "SELECT 1 FROM db.a UNION ALL SELECT 2 FROM db.b"],
    ["WITH c AS (SELECT 1 FROM t) SELECT x FROM c, t", "WITH c AS (SELECT 1 FROM db.t) SELECT x FROM c, db.t"],
    ["SELECT 1 FROM /* FROM x */ t -- FROM y", "SELECT 1 FROM /* FROM x */ db.t -- FROM y"],
  ])("adds the database in %s", (sql, expected) => {
    expect(withDatabase(sql, "db")).toBe(expected);
  });

  it.each([
    "SELECT 1 FROM other.t JOIN `other`.t ON 1",
    "SELECT 1 FROM numbers(10), cluster('c', other.t)",
    "SELECT EXTRACT(year FROM day), trim(BOTH ' ' FROM text), 'FROM t' FROM other.t ARRAY JOIN a, b",
    "SELECT a FROM other.t ORDER BY a, b WITH FILL FROM b TO 2",
    "SELECT a IS DISTINCT FROM b FROM other.t GROUP BY a, b",
    "SELECT 1 FROM ${v:csv}",
  ])("keeps %s", (sql) => {
    expect(withDatabase(sql, "db")).toBe(sql);
  });

  it("quotes an odd name of a database", () => {
    expect(withDatabase("SELECT 1 FROM t", 'my "db"')).toBe('SELECT 1 FROM "my \\"db\\"".t');
  });
});
