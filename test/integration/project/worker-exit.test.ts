import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");

/** Runs two test files in workers, with this project's configuration, and returns what jest prints. */
function outputOf(test: string): string {
  const folder = mkdtempSync(join(tmpdir(), "worker-exit-"));
  try {
    for (const name of ["one", "two"]) {
      writeFileSync(join(folder, `${name}.test.js`), test);
    }
    const { workerGracefulExitTimeout } = jest.requireActual<{ workerGracefulExitTimeout: number }>(
      "../../../jest.config",
    );
    const config = { rootDir: folder, maxWorkers: 2, transform: {}, workerGracefulExitTimeout };
    const jestFile = join(ROOT, "node_modules", "jest", "bin", "jest.js");
    const words = [jestFile, "--config", JSON.stringify(config), "--watchman=false"];
    return spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" }).stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a worker that needs longer than jest's default time to exit causes no warning", () => {
  const busy = 'test("a", () => { setTimeout(() => undefined, 1500); });';
  const output = outputOf(busy);
  expect(output).toContain("2 passed");
  expect(output).not.toContain("failed to exit gracefully");
});
