import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

test.each([{ from: "2026-11-01T00:00:00Z" }, { to: "2026-11-01T00:00:00Z" }, { clickhouse: "http://127.0.0.1:1" }])(
  "the option %j without a comparison is an error",
  async (options) => {
    const [name] = Object.keys(options);
    const flags = { output: "code", format: "typescript", ...options } as const;

    await expect(migrate(["exports"], flags)).rejects.toThrow(
      `--${name} is used only with --verify. Fix: Add --verify, or remove --${name}.`,
    );
  },
);

test("a file in place of the folder for the code is an error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "migrate-"));
  try {
    writeFileSync(join(folder, "code"), "");
    writeFileSync(join(folder, "rules.yaml"), "groups: []");
    const flags = { output: join(folder, "code"), format: "typescript" } as const;

    await expect(migrate([folder], flags)).rejects.toThrow(/file(?: of this name)? already exists/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
