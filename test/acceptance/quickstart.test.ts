import { longTest } from "../support/long-test";
import { changedFiles, expectQuickstart, startQuickstart } from "../support/quickstart";

describe("npm run quickstart", () => {
  longTest(
    "applies the stack, reports three changes, keeps the emulator running with --keep, and changes no file of the checkout",
    async () => {
      const before = changedFiles();
      await using quickstart = startQuickstart(["--keep"]);
      const printed = await quickstart.prints("Edit examples/quickstart/main.ts");
      const [, endpoint = ""] = /export CLICKSTACK_ENDPOINT=(\S+)/.exec(printed) ?? [];
      const response = await fetch(`${endpoint}/ui/api/v2/dashboards`);
      expect(((await response.json()) as { data: unknown[] }).data.length).toBe(1);
      const { exitCode, stdout } = await quickstart.end("SIGTERM");
      expect(exitCode).toBe(0);
      await expect(fetch(endpoint)).rejects.toThrow("fetch failed");
      expectQuickstart(stdout);
      expect(changedFiles()).toBe(before);
    },
  );

  test("reports a missing engine in one sentence, with the programs to install", async () => {
    const { exitCode, stderr } = await startQuickstart([], { TERRAFORM_BINARY_NAME: "no-engine" }).ended;
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^TERRAFORM_BINARY_NAME is no-engine, but this program does not exist\. Name .*\n$/);
  });
});
