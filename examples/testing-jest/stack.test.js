const { EmulatorProcess } = require("cdk-clickstack/emulator");
const { execFileSync } = require("node:child_process");
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { synthesize } = require("./stack");

let emulator;
let folder;

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
  const terraform = (...words) =>
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
