import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { preview } from "../src/cli/preview/preview";

/** Draws the picture of the README from an example, into `docs/pictures`. A test compares it with what the code draws today. */
const ROOT = join(__dirname, "..");

/** The pictures, by their path below `docs/pictures`. */
export async function pictures(): Promise<ReadonlyMap<string, string>> {
  return new Map([["dashboard.svg", await dashboardOf("examples/quickstart/main.ts", "quickstart")]]);
}

/** The dashboards of an example as `preview` draws them. */
async function dashboardOf(program: string, stack: string): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), "clickstack-pictures-"));
  try {
    const tsx = require.resolve("tsx/cli");
    const environment = { ...process.env, CDKTF_OUTDIR: outdir, CHECKPOINT_DISABLE: "1" };
    execFileSync(process.execPath, [tsx, join(ROOT, program)], { cwd: ROOT, env: environment, stdio: "pipe" });
    return await preview([join(outdir, "stacks", stack)], { format: "svg", dashboard: [], last: 0 });
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  for (const [name, picture] of await pictures()) {
    const file = join(ROOT, "docs", "pictures", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
  }
}

if (require.main === module) void main();
