import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../src/cli/engine/find-engine";
import { BUILT_CLI } from "../support/cli/run-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { firstOf } from "../support/long-test";
import { childrenOf, commandOf } from "../support/run-process";
import { Workspace } from "../support/workspace";

const CONFIGURATION = `
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_saved_search" "fatal" {
  name      = "Fatal"
  source_id = data.clickstack_source.logs.id
  where     = "level:fatal"
}
`;

/** An engine that runs until it should show a plan. Then it reports this and runs until a test stops it. */
const LASTING = `#!/bin/sh
case "$1" in
  show) sleep infinity & echo shows > "$READY"; wait $!; exit 1 ;;
  *) exec "$REAL_ENGINE" "$@" ;;
esac
`;

describe("a command that receives a signal", () => {
  const emulator = emulatorForTests();
  let workspace: Workspace;
  let bin: string;
  let ready: string;

  beforeAll(async () => {
    workspace = new Workspace(environmentFor(emulator.endpoints));
    workspace.write(CONFIGURATION);
    await workspace.init();
    bin = mkdtempSync(join(tmpdir(), "lasting-"));
    ready = join(bin, "ready");
    execFileSync("mkfifo", [ready]);
    writeFileSync(join(bin, "terraform"), LASTING);
    chmodSync(join(bin, "terraform"), 0o755);
  });

  afterAll(() => {
    workspace.remove();
    rmSync(bin, { recursive: true });
  });

  const start = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, [BUILT_CLI, ...words], {
      cwd: workspace.folder,
      env: { ...process.env, TF_CLI_CONFIG_FILE: undefined, ...workspace.environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => {
      printed.stdout += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      printed.stderr += String(chunk);
    });
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    return { child, ended, printed };
  };

  const lasting = (): Record<string, string> => ({
    TERRAFORM_BINARY_NAME: join(bin, "terraform"),
    REAL_ENGINE: findEngine().path,
    READY: ready,
  });

  const scratchFolders = () =>
    readdirSync(join(workspace.folder, ".terraform")).filter((name) => name.startsWith("cdk-clickstack-"));

  test.each(
    firstOf(2, [
      ["plan", "SIGINT", 130],
      ["drift", "SIGTERM", 143],
      ["plan", "SIGTERM", 143],
      ["plan", "SIGHUP", 129],
      ["preview", "SIGINT", 130],
    ]),
  )("%s exits with its signal's code after %s, and leaves no plan and no process", async (command, signal, code) => {
    const out = join(workspace.folder, "kept");
    const { child, ended, printed } = start([command, ...(command === "plan" ? ["--out", out] : [])], lasting());
    await opened(ready);
    const [scratch] = scratchFolders();
    expect(existsSync(join(workspace.folder, ".terraform", String(scratch), "plan"))).toBe(true);
    const descendants = descendantsOf(child);
    expect(descendants.length).toBeGreaterThanOrEqual(2);
    child.kill(signal);
    expect(await ended).toBe(code);
    expect(scratchFolders()).toEqual([]);
    expect(descendants.filter(isAlive)).toEqual([]);
    expect(printed).toEqual({ stdout: "", stderr: expect.not.stringContaining("rror") });
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  });

  // A terminal without a configured size has 0 columns, as in some containers and CI systems.
  test.each(firstOf(1, [80, 0]))(
    "plan on a terminal of %d columns deletes its files after Ctrl-C, and shows the cursor again",
    async (columns) => {
      const engine = join(bin, "terraform");
      const command = `stty cols ${columns} rows 24; exec "${process.execPath}" "${BUILT_CLI}" plan`;
      const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
        cwd: workspace.folder,
        env: {
          ...process.env,
          ...workspace.environment,
          ...lasting(),
          TERRAFORM_BINARY_NAME: engine,
          CI: undefined,
          TERM: "xterm",
        },
        stdio: ["pipe", "pipe", "inherit"],
      });
      const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
      let printed = "";
      const announced = new Promise<void>((resolve) =>
        child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
          printed += chunk;
          if (printed.includes("Planning 1 stack with terraform")) {
            resolve();
          }
        }),
      );
      await Promise.all([opened(ready), announced]);
      const descendants = descendantsOf(child);
      child.stdin.write("\u0003");
      expect(await ended).toBe(130);
      expect(scratchFolders()).toEqual([]);
      expect(descendants.filter(isAlive)).toEqual([]);
      const cursor = [...printed.matchAll(/\[\?25([hl])/g)].map(([, state]) => state);
      expect(cursor.at(-1) ?? "h").toBe("h");
    },
  );

  test("deletes all files of the verification of an import", async () => {
    const folder = join(bin, "imported");
    const { child, ended } = start(["import", folder, "--format", "hcl", "--type", "webhook"], lasting());
    await opened(ready);
    const scratch = () => readdirSync(folder).filter((name) => name.startsWith(".cdk-clickstack-verify-"));
    expect(scratch()).toHaveLength(1);
    const descendants = descendantsOf(child);
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
    expect(scratch()).toEqual([]);
    expect(descendants.filter(isAlive)).toEqual([]);
  });

  test("waits for the engine and the provider during a request", async () => {
    emulator.failNext({ method: "GET", path: "*/sources", hold: "before" });
    const held = emulator.nextHeld();
    const { child, ended, printed } = start(["plan"]);
    await held;
    const descendants = descendantsOf(child);
    expect(descendants.some((id) => commandOf(id).includes("terraform-provider"))).toBe(true);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(descendants.filter(isAlive)).toEqual([]);
    expect(scratchFolders()).toEqual([]);
    expect(printed.stdout).toBe("");
  });

  test("kills processes that ignored the first signal after a second signal", async () => {
    const stubborn = join(bin, "stubborn");
    mkdirSync(stubborn);
    writeFileSync(
      join(stubborn, "terraform"),
      `#!/bin/sh\ntrap 'echo asked > "$READY"' INT\necho runs > "$READY"\nwhile :; do sleep 3600 & wait $!; done\n`,
    );
    chmodSync(join(stubborn, "terraform"), 0o755);
    const { child, ended } = start(["plan"], { TERRAFORM_BINARY_NAME: join(stubborn, "terraform"), READY: ready });
    await opened(ready);
    const descendants = descendantsOf(child);
    child.kill("SIGINT");
    await opened(ready);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(descendants.filter(isAlive)).toEqual([]);
    expect(scratchFolders()).toEqual([]);
  });
});

/** Waits until a process writes to a pipe. */
async function opened(pipe: string): Promise<void> {
  const file = await open(pipe, "r");
  await file.readFile();
  await file.close();
}

function descendantsOf({ pid = 0 }: Pick<ChildProcess, "pid">): readonly number[] {
  const children = childrenOf(pid);
  return [...children, ...children.flatMap((child) => descendantsOf({ pid: child }))];
}

/** An ended process has no command line, even before its parent has read its exit code. */
function isAlive(id: number): boolean {
  return commandOf(id) !== "";
}
