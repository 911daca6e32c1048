import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..");
const TSX = ["--import", "tsx"];
const SCRIPT = join(ROOT, "scripts", "quickstart", "main.ts");

describe("npm run quickstart", () => {
  test("applies the stack, names the three changes, does not change the checkout, and ends every process", () => {
    const before = changedFiles();
    const printed = execFileSync(process.execPath, [...TSX, SCRIPT], { cwd: ROOT, encoding: "utf8" });
    expect(printed).toContain('~ where            = "level:fatal" -> "ServiceName:checkout AND level:error"');
    expect(printed).toContain("~ threshold               = 10000 -> 100");
    expect(printed).toContain('~ state             = "disabled" -> "enabled"');
    expect(printed).toContain("All objects match the declaration again.");
    expect(changedFiles()).toBe(before);
    const processes = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
    expect(processes.split("\n").filter((line) => line.includes(join(ROOT, "build", "quickstart")))).toEqual([]);
  });

  test("reports a missing engine in one sentence, with the programs to install", () => {
    const environment = { ...process.env, TERRAFORM_BINARY_NAME: "no-engine" };
    const run = () =>
      execFileSync(process.execPath, [...TSX, SCRIPT], {
        cwd: ROOT,
        encoding: "utf8",
        env: environment,
        stdio: "pipe",
      });
    expect(run).toThrow(
      expect.objectContaining({
        status: 1,
        stderr: expect.stringMatching(
          /^TERRAFORM_BINARY_NAME is no-engine, but this program does not exist\. Name .*\n$/,
        ),
      }),
    );
  });

  test("keeps the emulator running until an interruption with --keep, and prints the next steps", async () => {
    const child = spawn(process.execPath, [...TSX, SCRIPT, "--keep"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const endpoint = await new Promise<string>((resolve, reject) => {
      let printed = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        if (printed.includes("Edit examples/quickstart/main.ts")) {
          resolve(/export CLICKSTACK_ENDPOINT=(\S+)/.exec(printed)?.[1] ?? "");
        }
      });
      child.on("exit", () => reject(new Error(printed)));
    });
    const response = await fetch(`${endpoint}/ui/api/v2/dashboards`);
    expect(((await response.json()) as { data: unknown[] }).data.length).toBe(1);
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await expect(fetch(endpoint)).rejects.toThrow("fetch failed");
  });
});

/** Files of the checkout that are neither committed nor ignored. */
function changedFiles(): string {
  return execFileSync("git", ["status", "--porcelain"], { cwd: ROOT, encoding: "utf8" });
}
