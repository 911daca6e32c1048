import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import type { Endpoints } from "../../src/emulator";
import { client, dashboard } from "./support";

const entry = join(__dirname, "../../src/cli/cdk-clickstack.ts");

function run(...words: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ["--import", "tsx", entry, ...words]);
}

/** What a command that ends by itself said. */
async function finished(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = run(...words);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

/** Starts the emulator command and reads its first piece of output. */
async function serving(...words: string[]): Promise<{ child: ChildProcessWithoutNullStreams; said: string }> {
  const child = run("emulator", ...words);
  const [said] = await once(child.stdout, "data");
  return { child, said: String(said) };
}

async function exitCode(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = await once(child, "close");
  return code;
}

const openSource = ({ openSource }: Endpoints) =>
  client(`${openSource.endpoint}/api/v2`, { Authorization: `Bearer ${openSource.accessKey}` });

test("--json says one line and serves until SIGTERM", async () => {
  const { child, said } = await serving(
    "--json",
    "--no-limits",
    "--fault",
    "2:503",
    "--fault",
    "GET /api/v2/alerts:html-502",
  );
  expect(said).toMatch(/^\{.*\}\n$/);
  const endpoints: Endpoints = JSON.parse(said);
  expect(Object.keys(endpoints)).toEqual(["openSource", "managed"]);
  const api = openSource(endpoints);
  const first = await api.get("/sources");
  expect([first.status, first.headers.get("ratelimit-limit")]).toEqual([200, null]);
  expect((await api.get("/sources")).status).toBe(503);
  expect((await api.get("/alerts")).status).toBe(502);
  expect(await exitCode(child, "SIGTERM")).toBe(0);
});

test("limits can be set, and a state file keeps everything", async () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-"));
  const state = join(folder, "state.json");
  const first = await serving("--json", "--state", state, "--open-source-limit", "7");
  const api = openSource(JSON.parse(first.said));
  expect((await api.post("/dashboards", dashboard())).headers.get("ratelimit-limit")).toBe("7");
  expect(await exitCode(first.child, "SIGINT")).toBe(0);
  expect(existsSync(state)).toBe(true);
  const second = await serving("--json", "--state", state);
  expect((await openSource(JSON.parse(second.said)).get("/dashboards")).json.data).toHaveLength(1);
  expect(await exitCode(second.child, "SIGTERM")).toBe(0);
  rmSync(folder, { recursive: true });
});

test("without --json it says what to export", async () => {
  const { child, said } = await serving();
  const names = [...said.matchAll(/^export ([A-Z_]+)=\S+$/gm)].map(([, name]) => name);
  expect(names).toEqual([
    "CLICKSTACK_ENDPOINT",
    "CLICKSTACK_API_KEY",
    "CLICKHOUSE_CLOUD_ENDPOINT",
    "CLICKHOUSE_CLOUD_API_KEY",
    "CLICKHOUSE_CLOUD_API_SECRET",
    "CLICKHOUSE_ORGANIZATION_ID",
    "CLICKSTACK_SERVICE_ID",
  ]);
  await exitCode(child, "SIGTERM");
});

test("a port in use is told in one sentence", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  const address = blocker.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { code, stdout, stderr } = await finished("emulator", "--port", String(port), "--json");
  blocker.close();
  const message = `port ${port} on 127.0.0.1 is already in use.`;
  expect([code, stderr]).toEqual([1, `error: ${message}\n`]);
  expect(JSON.parse(stdout)).toEqual({ kind: "error", version: 1, message });
});

test.each([
  [["--port", "x"], "Give a whole number from 0 to 65535."],
  [["--port", "70000"], "Give a whole number from 0 to 65535."],
  [["--managed-limit", "0"], "Give a whole number from 1 to 1000000000."],
  [["--fault", "nonsense"], "Write <request number or METHOD path>:"],
  [["--fault", "7:200"], "Write <request number or METHOD path>:"],
  [["--fantasy"], "unknown option '--fantasy'"],
  [["--state", entry], "is not a state file of the emulator."],
])("a bad option is told in one line: %j", async (words, text) => {
  const { code, stderr } = await finished("emulator", ...words);
  expect(code).toBe(1);
  expect(stderr).toContain(text);
  expect(stderr.trimEnd()).not.toContain("\n");
});

test("help shows every option and examples", async () => {
  const { code, stdout } = await finished("emulator", "--help");
  expect(code).toBe(0);
  for (const word of ["--port", "--no-limits", "--latency", "--fault", "--state", "--json", "--quiet", "Examples:"]) {
    expect(stdout).toContain(word);
  }
  expect((await finished("--help")).stdout).toContain("emulator");
  expect((await finished("--version")).stdout).toBe(`${version}\n`);
});
