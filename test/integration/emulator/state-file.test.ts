import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { created, dashboard, lineConfig, start } from "../../support/emulator/support";

let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emulator-"));
  stateFile = join(folder, "state.json");
});

afterEach(() => rmSync(folder, { recursive: true }));

test("all objects and credentials survive a restart", async () => {
  const first = await start({ stateFile });
  const board = await created(first.openSource, dashboard(lineConfig));
  const key = await first.cloud.post("/keys", { name: "K" });
  await first.emulator.stop();
  const second = await start({ stateFile });
  expect(second.endpoints.openSource.accessKey).toBe(first.endpoints.openSource.accessKey);
  expect(second.endpoints.managed.keySecret).toBe(first.endpoints.managed.keySecret);
  expect((await second.openSource.get(`/dashboards/${board.id}`)).json.data).toEqual(board);
  expect((await second.cloud.get(`/keys/${key.json.result.key.id}`)).json.result.name).toBe("K");
  await second.emulator.stop();
});

test("the temporary copy of the file is never written through a link, and a device is refused", async () => {
  const other = join(folder, "other");
  writeFileSync(other, "theirs");
  symlinkSync(other, `${stateFile}.${process.pid}.tmp`);
  const { emulator } = await start({ stateFile });
  await emulator.stop();
  expect(readFileSync(other, "utf8")).toBe("theirs");
  await expect(start({ stateFile: "/dev/null" })).rejects.toThrow(
    "/dev/null is not a file. Fix: Name another state file.",
  );
});

test("the file is complete after each write, has private permissions, and is the only file in its folder", async () => {
  const { emulator, openSource } = await start({ stateFile });
  const stored = () => JSON.parse(readFileSync(stateFile, "utf8")).dashboards.length;
  expect(stored()).toBe(0);
  const board = await created(openSource, dashboard());
  expect(stored()).toBe(1);
  await openSource.delete(`/dashboards/${board.id}`);
  expect(stored()).toBe(0);
  expect(readdirSync(folder)).toEqual(["state.json"]);
  expect(statSync(stateFile).mode & 0o077).toBe(0);
  await emulator.stop();
});

test.each(["", "[]", '{"dashboards":[]}'])("a file that is not a state file is refused: %j", (content) => {
  writeFileSync(stateFile, content);
  expect(() => new Emulator({ stateFile })).toThrow(`${stateFile} is not a state file of the emulator.`);
});

test("configured credentials are used, and missing credentials are random", async () => {
  const seed = { accessKey: "my-key", keyId: "my-id", keySecret: "my-secret" };
  const fixed = await start({ seed });
  expect(fixed.endpoints).toMatchObject({
    openSource: { accessKey: "my-key" },
    managed: { keyId: "my-id", keySecret: "my-secret" },
  });
  expect((await fixed.cloud.get("/keys")).status).toBe(200);
  const [one, two] = [await start(), await start()];
  expect(one.endpoints.openSource.accessKey).not.toBe(two.endpoints.openSource.accessKey);
  expect(one.endpoints.managed.keySecret).not.toBe(two.endpoints.managed.keySecret);
  for (const running of [fixed, one, two]) {
    await running.emulator.stop();
  }
});

test("an organization id that is not a UUID is refused", () => {
  expect(() => new Emulator({ seed: { organizationId: "x" } })).toThrow("organizationId must be a UUID.");
});

test("the initial data contains one source of each kind and three webhooks", async () => {
  const { emulator, openSource } = await start();
  const sources = (await openSource.get("/sources")).json.data;
  expect(sources.map((one: { name: string; kind: string }) => `${one.name} ${one.kind}`)).toEqual([
    "Logs log",
    "Traces trace",
    "Metrics metric",
    "Sessions session",
    "Prometheus promql",
  ]);
  const webhooks = (await openSource.get("/webhooks")).json.data;
  expect(webhooks.map((one: { name: string; service: string }) => `${one.name} ${one.service}`)).toEqual([
    "Slack oncall slack",
    "Generic hook generic",
    "Incident response incidentio",
  ]);
  expect((await openSource.get("/connections")).json.data.map((one: { name: string }) => one.name)).toEqual([
    "Local ClickHouse",
  ]);
  await emulator.stop();
});
