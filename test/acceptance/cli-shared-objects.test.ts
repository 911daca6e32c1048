import { basename } from "node:path";
import { reportDocument } from "../../src/cli/reports/changes/report-model";
import { callCli } from "../support/cli/call-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import type { ProcessResult } from "../support/run-process";
import { ServedWorkspace } from "../support/workspace";

const board = (name: string) => `
resource "clickstack_dashboard" "${name}" {
  name  = "${name}"
  tiles = { text = { name = "Text", x = 0, y = 0, w = 12, h = 3, config = { display_type = "markdown", markdown = "# Text" } } }
}
`;

describe("an object that two stacks have in their states", () => {
  const emulator = emulatorForTests();
  let shop: ServedWorkspace;
  let team: ServedWorkspace;
  let id: string;

  beforeAll(async () => {
    const environment = environmentFor(emulator.endpoints);
    shop = new ServedWorkspace(environment);
    team = new ServedWorkspace(environment);
    shop.write(board("checkout"));
    team.write(board("own") + board("checkout"));
    for (const stack of [shop, team]) {
      await stack.init();
    }
    await shop.apply();
    id = String((await shop.state("clickstack_dashboard.checkout")).id);
    await team.must("import", "clickstack_dashboard.checkout", id);
    await team.apply();
  });

  afterAll(() => {
    shop.remove();
    team.remove();
  });

  const run = (command: string, ...words: string[]): Promise<ProcessResult> =>
    callCli([command, shop.folder, team.folder, ...words], shop.environment);
  const places = () => [
    { stack: basename(shop.folder), address: "clickstack_dashboard.checkout" },
    { stack: basename(team.folder), address: "clickstack_dashboard.checkout" },
  ];

  test.each([
    ["plan", [], 0],
    ["drift", ["--no-unmanaged"], 2],
  ])("is reported by %s as a risk, with both addresses and the fix", async (command, words, exitCode) => {
    const result = await run(command, ...words);
    const [first, second] = places();
    expect(result.stdout).toContain(
      `! dashboard checkout is managed 2 times: clickstack_dashboard.checkout in ${first?.stack} and clickstack_dashboard.checkout in ${second?.stack}. `,
    );
    expect(result.stdout).toContain("Fix: Keep it in one place, and remove it from the others with a `removed` block");
    expect(result.stdout).not.toContain("dashboard own");
    expect(result.stdout).toMatch(/1 managed more than once\.\n$/);
    expect(result.exitCode).toBe(exitCode);
  });

  test("is listed in the JSON report", async () => {
    const { kind: _, version: __, ...document } = JSON.parse((await run("drift", "--no-unmanaged", "--json")).stdout);
    expect(reportDocument.parse(document).shared).toEqual([
      { type: "clickstack_dashboard", noun: "dashboard", id, name: "checkout", places: places() },
    ]);
  });

  test("is listed among the risks of the Markdown report", async () => {
    const { stdout } = await run("plan", "--format", "markdown");
    expect(stdout).toContain("**Review carefully**");
    expect(stdout).toContain(":warning: dashboard **checkout** is managed 2 times:");
  });

  test("is not searched if only one stack is planned", async () => {
    const { stdout, exitCode } = await callCli(["drift", shop.folder, "--no-unmanaged"], shop.environment);
    expect(stdout).toMatch(/In sync\.\n$/);
    expect(exitCode).toBe(0);
  });
});
