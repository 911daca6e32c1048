import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../../package.json";
import type { Endpoints } from "../../../src/emulator";
import { callCli } from "../../support/cli/call-cli";
import { BUILT_CLI, runCli } from "../../support/cli/run-cli";
import { client, dashboard } from "../../support/emulator/support";
import { ServingProcess } from "../../support/run-process";

const finished = (...words: string[]) => callCli(words);

/** Starts the emulator command, which then serves requests. */
const serving = (...words: string[]) => new ServingProcess(process.execPath, [BUILT_CLI, "emulator", ...words]);

const openSource = ({ openSource }: Endpoints) =>
  client(`${openSource.endpoint}/api/v2`, { Authorization: `Bearer ${openSource.accessKey}` });

test("--json prints one line, and the command serves requests until SIGTERM", async () => {
  const faults = ["--fault", "2:503", "--fault", "GET /api/v2/alerts:html-502"];
  await using emulator = serving("--json", "--no-limits", ...faults);
  const said = await emulator.firstLine();
  const endpoints: Endpoints = JSON.parse(said);
  expect(Object.keys(endpoints)).toEqual(["openSource", "managed"]);
  const api = openSource(endpoints);
  const first = await api.get("/sources");
  expect(first.status).toBe(200);
  expect(first.headers.get("ratelimit-limit")).toBe(null);
  expect((await api.get("/sources")).status).toBe(503);
  expect((await api.get("/alerts")).status).toBe(502);
  expect(await emulator.end("SIGTERM")).toMatchObject({ exitCode: 0, stdout: `${said}\n` });
});

test("the rate limits can be set, and a state file stores everything", async () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-"));
  const state = join(folder, "state.json");
  await using first = serving("--json", "--state", state, "--open-source-limit", "7");
  const api = openSource(JSON.parse(await first.firstLine()));
  expect((await api.post("/dashboards", dashboard())).headers.get("ratelimit-limit")).toBe("7");
  expect((await first.end("SIGINT")).exitCode).toBe(0);
  expect(existsSync(state)).toBe(true);
  await using second = serving("--json", "--state", state);
  const kept = await openSource(JSON.parse(await second.firstLine())).get("/dashboards");
  expect(kept.json.data).toHaveLength(1);
  expect((await second.end("SIGTERM")).exitCode).toBe(0);
  rmSync(folder, { recursive: true });
});

test("the command prints the variables to export if --json is not set", async () => {
  await using emulator = serving();
  await emulator.firstLine();
  const { stdout } = await emulator.end("SIGTERM");
  const names = [...stdout.matchAll(/^export ([A-Z_]+)=\S+$/gm)].map(([, name]) => name);
  expect(names).toEqual([
    "CLICKSTACK_ENDPOINT",
    "CLICKSTACK_API_KEY",
    "CLICKSTACK_UI_ENDPOINT",
    "CLICKHOUSE_CLOUD_ENDPOINT",
    "CLICKHOUSE_CLOUD_API_KEY",
    "CLICKHOUSE_CLOUD_API_SECRET",
    "CLICKHOUSE_ORGANIZATION_ID",
    "CLICKSTACK_SERVICE_ID",
    "CLICKSTACK_DEPLOYMENT",
  ]);
});

test("--empty-source-texts makes the open-source deployment return unset texts of sources too", async () => {
  await using emulator = serving("--json", "--empty-source-texts");
  const { json } = await openSource(JSON.parse(await emulator.firstLine())).get("/sources");
  expect(json.data[0]).toMatchObject({ section: "" });
  expect((await emulator.end("SIGTERM")).exitCode).toBe(0);
});

test("a port that is in use is reported in one sentence", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  const address = blocker.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { exitCode, stdout, stderr } = await runCli(["emulator", "--port", String(port), "--json"]);
  blocker.close();
  const message = `port ${port} on 127.0.0.1 is already in use.`;
  expect(exitCode).toBe(1);
  expect(stderr).toBe(`error: ${message}\n`);
  expect(JSON.parse(stdout)).toEqual({ kind: "error", version: 1, message });
});

test.each([
  [["--port", "x"], "Give a whole number from 0 to 65535."],
  [["--port", "70000"], "Give a whole number from 0 to 65535."],
  [["--managed-limit", "0"], "Give a whole number from 1 to 1000000000."],
  [["--fault", "nonsense"], "Write <request number or METHOD path>:"],
  [["--fault", "7:200"], "Write <request number or METHOD path>:"],
  [["--fantasy"], "unknown option '--fantasy'"],
  [["--state", __filename], "is not a state file of the emulator."],
])("an invalid option is reported on one line: %j", async (words, text) => {
  const { exitCode, stderr } = await finished("emulator", ...words);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(text);
  expect(stderr.trimEnd()).not.toContain("\n");
});

test("the help shows every option and examples", async () => {
  const { exitCode, stdout } = await finished("emulator", "--help");
  expect(exitCode).toBe(0);
  for (const word of ["--port", "--no-limits", "--latency", "--fault", "--state", "--json", "--quiet", "Examples:"]) {
    expect(stdout).toContain(word);
  }
  expect((await finished("--help")).stdout).toContain("emulator");
  expect((await finished("--version")).stdout).toBe(`${version}\n`);
});
