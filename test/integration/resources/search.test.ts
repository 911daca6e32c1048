import { seedIds } from "../../../src/emulator";
import { createLog, DiagnosticError, type ObjectValue } from "../../../src/plugin";
import { complete } from "../../../src/plugin/plan/nested";
import { searchDataSource } from "../../../src/resources/search/data-source";
import { json, TestServer } from "../../support/client/http-server";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { ProviderRun } from "../../support/provider-in-process";

const log = createLog({ level: "off", module: "tests", write: () => undefined });

async function search(run: ProviderRun, config: ObjectValue): Promise<ObjectValue> {
  const whole = complete(searchDataSource.schema.attributes, config);
  const context = { session: run.session, signal: new AbortController().signal, log };
  return (await searchDataSource.read({ config: whole }, context)).state;
}

const problems = (config: ObjectValue) =>
  Promise.resolve(searchDataSource.validate?.({ config: complete(searchDataSource.schema.attributes, config) }) ?? []);

describe("the data source for a search of events", () => {
  const emulator = emulatorForTests();
  let run: ProviderRun;

  beforeAll(() => {
    run = new ProviderRun({ openSource: emulator.endpoints.openSource });
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
  });

  test("counts events up to its limit, and returns events only if columns are declared", async () => {
    const found = await search(run, { source_id: seedIds.logs, where: "level:error", max_results: 3 });
    expect(found).toMatchObject({ event_count: 3, where_language: "lucene" });
    expect(found.events ?? null).toBeNull();
  });

  test("returns the declared columns", async () => {
    const found = await search(run, { source_id: seedIds.logs, select: "ServiceName, SeverityText", max_results: 2 });
    expect(found.events).toHaveLength(2);
    expect(Object.keys((found.events as readonly ObjectValue[])[0] ?? {})).toEqual(["ServiceName", "SeverityText"]);
  });

  test("fails with the server's message if the server refuses the search", async () => {
    const refused = search(run, { source_id: seedIds.slackWebhook });
    await expect(refused).rejects.toThrow(DiagnosticError);
    await expect(refused).rejects.toThrow(/Could not search for events: .*Source not found/);
  });
});

test("the time range ends now or at the declared end, and starts at the declared start or a duration before its end", async () => {
  const asked: unknown[] = [];
  await using server = await TestServer.start(({ body }, response) => {
    asked.push(body);
    json(response, 200, { data: [{ Body: "a", Duration: 5, Missing: null, Tags: { a: 1 } }], rows: 1 });
  });
  await using run = new ProviderRun({ openSource: { endpoint: server.endpoint, accessKey: "key" } });
  const ofLogs = { source_id: seedIds.logs };
  await search(run, ofLogs);
  await search(run, { ...ofLogs, within: "1h", end_time: "2026-01-01T02:00:00+01:00" });
  const found = await search(run, { ...ofLogs, start_time: "2026-01-01T00:00:00Z", select: "*" });
  const query = { sourceId: seedIds.logs, where: "", whereLanguage: "lucene", maxResults: 100 };
  expect(asked).toEqual([
    query,
    { ...query, startTime: "2026-01-01T00:00:00.000Z", endTime: "2026-01-01T01:00:00.000Z" },
    { ...query, startTime: "2026-01-01T00:00:00.000Z", select: "*" },
  ]);
  expect(found.events).toEqual([{ Body: "a", Duration: "5", Tags: '{"a":1}' }]);
});

test("a time range with two starts, or with its end before its start, is refused", async () => {
  const start = { source_id: seedIds.logs, start_time: "2026-01-02T00:00:00Z" };
  expect(await problems({ ...start, within: "1h" })).toMatchObject([{ path: ["within"] }]);
  expect(await problems({ ...start, end_time: "2026-01-01T00:00:00Z" })).toMatchObject([
    { path: ["end_time"], detail: "Must be after the start, which is 2026-01-02T00:00:00Z. Exchange the two." },
  ]);
});
