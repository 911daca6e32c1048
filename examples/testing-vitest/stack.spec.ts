import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EmulatorProcess } from "cdk-clickstack/emulator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { synthesize } from "./stack.js";

let emulator: EmulatorProcess;
let folder: string;

beforeAll(async () => {
  emulator = await EmulatorProcess.start();
  folder = mkdtempSync(join(tmpdir(), "observability-"));
});

afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("an apply creates the dashboard, and the next plan is empty", async () => {
  const stack = synthesize(folder);
  // The engine blocks this process. The emulator runs in another one.
  const terraform = (...words: string[]) =>
    execFileSync(process.env.TERRAFORM_BINARY_NAME ?? "terraform", words, {
      cwd: stack,
      env: { ...process.env, ...emulator.environment },
      stdio: "pipe",
    });
  terraform("init");
  terraform("apply", "-auto-approve");
  expect(await emulator.stored("dashboards")).toMatchObject([{ name: "Checkout", tiles: [{ name: "Errors" }] }]);
  terraform("plan", "-detailed-exitcode"); // throws if the plan contains changes
}, 60_000);
