import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../../../src/cli/commands/migrate/migrate";

test.each([
  [{}, "--verify needs a ClickHouse. Fix: Set --clickhouse, such as to http://localhost:8123."],
  [
    { clickhouse: "http://127.0.0.1:1", from: "2026-11-02T00:00:00Z", to: "2026-11-01T00:00:00Z" },
    "--from is not before --to. Fix: Correct --from or --to.",
  ],
  [
    { clickhouse: "http://127.0.0.1:1", from: "yesterday" },
    "--from is not a time. Fix: Write it as 2026-11-01T00:00:00Z.",
  ],
])("the options %j of a comparison are an error before code is written", async (options, message) => {
  const folder = mkdtempSync(join(tmpdir(), "migrate-"));
  const output = join(folder, "code");
  try {
    const flags = { output, format: "typescript", verify: true, ...options } as const;

    await expect(migrate([folder], flags)).rejects.toThrow(message);
    expect(existsSync(output)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
