import { listExisting } from "../../../src/cli/commands/import/import-objects";
import { findUnmanaged } from "../../../src/cli/server/unmanaged";
import { IncompleteListError } from "../../../src/client";
import { type Emulator, seedIds } from "../../../src/emulator";
import { createLog } from "../../../src/plugin";
import { provider } from "../../../src/provider/provider";
import { createClient } from "../../../src/resources/client";
import { emulatorForEachTest } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { FaultProxy } from "../../support/fault-proxy";
import { ProviderRun, resource } from "../../support/provider-in-process";

const SEARCH = resource("clickstack_saved_search");
const KEY = resource("clickstack_api_key");

let emulator: Emulator;
let openSource: FaultProxy;
let managed: FaultProxy;
let environment: Record<string, string>;
let run: ProviderRun;

/** Reports in every list ten objects more than the list contains. */
async function announcingMore(target: string): Promise<FaultProxy> {
  const proxy = new FaultProxy(target);
  proxy.handle = async (exchange) => {
    const response = await exchange.forward();
    const body = JSON.parse(response.body.toString() || "{}");
    const list = body.data ?? body.result;
    const total = Array.isArray(list) ? { ...body, totalCount: list.length + 10 } : body;
    exchange.send({ ...response, body: Buffer.from(JSON.stringify(total)) });
  };
  return proxy;
}
emulatorForEachTest((each) => {
  emulator = each;
});

beforeEach(async () => {
  const endpoints = emulator.endpoints;
  openSource = await announcingMore(endpoints.openSource.endpoint);
  managed = await announcingMore(endpoints.managed.endpoint);
  const shown = {
    openSource: { ...endpoints.openSource, endpoint: await openSource.start() },
    managed: { ...endpoints.managed, endpoint: await managed.start(), product: "clickstack" as const },
  };
  environment = environmentFor(shown);
  run = new ProviderRun(shown);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await run[Symbol.asyncDispose]();
  await openSource.stop();
  await managed.stop();
});

const context = () => ({
  session: run.session,
  signal: new AbortController().signal,
  log: createLog({ level: "off", module: "tests", write: () => undefined }),
});
const read = (type: string, config: Record<string, string>) =>
  provider.dataSources?.[type]?.read({ config }, context()) as Promise<unknown>;

describe("an incomplete list", () => {
  test("causes an error in a read of all objects", async () => {
    const { dashboards, apiKeys } = run.session.client;
    await expect(dashboards.readAll()).rejects.toBeInstanceOf(IncompleteListError);
    await expect(dashboards.list()).rejects.toBeInstanceOf(IncompleteListError);
    await expect(apiKeys.list()).rejects.toBeInstanceOf(IncompleteListError);
    expect((await apiKeys.readShown()).records).toHaveLength(1);
  });

  test.each(["source", "api_key", "organization_role"])(
    "causes an error about the incomplete list if it does not contain the name of a looked-up clickstack_%s",
    async (noun) => {
      await expect(read(`clickstack_${noun}`, { name: "Nowhere" })).rejects.toMatchObject({
        diagnostics: [
          {
            severity: "error",
            summary: expect.stringMatching(/^Could not find the .* "Nowhere"$/),
            detail: expect.stringContaining("The server returned an incomplete list"),
          },
        ],
      });
    },
  );

  test("is returned by a list data source with a warning", async () => {
    expect(await read("clickstack_source", { name: "Logs" })).toMatchObject({ state: { id: seedIds.logs } });
    expect(await read("clickstack_sources", {})).toMatchObject({
      diagnostics: [{ severity: "warning", summary: "The list may lack objects that exist" }],
    });
  });

  test("causes an error about the incomplete list if it does not contain the name of a key to adopt", async () => {
    const adopted = run.plan(KEY, { adopt: { name: "Nowhere" } });
    await expect(adopted).rejects.toMatchObject({
      diagnostics: [
        { summary: 'Could not find the API key "Nowhere"', detail: expect.stringContaining("incomplete list") },
      ],
    });
  });

  test("causes one warning in a plan with new objects and new keys", async () => {
    const planned = async (name: string) =>
      (await run.plan(SEARCH, { name, source_id: seedIds.logs })).diagnostics.map(({ summary }) => summary);
    expect(await planned("A")).toEqual(["Could not check whether planned names of saved searches already exist"]);
    expect(await planned("B")).toEqual([]);
    const keys = async (name: string) =>
      (await run.plan(KEY, { name, allow_any_ip: true, secret_in_state: true })).diagnostics.map(
        (each) => each.summary,
      );
    expect(await keys("A")).toContain("The list of API keys is incomplete");
    expect(await keys("B")).not.toContain("The list of API keys is incomplete");
  });

  test("causes one warning in the plan of a destroy if other objects can refer to the destroyed object", async () => {
    const held = await run.apply(SEARCH, { name: "A", source_id: seedIds.logs });
    expect(await run.planDestroy(SEARCH, held)).toMatchObject([
      {
        severity: "warning",
        summary: 'Could not check which alerts refer to the saved search "A"',
        detail: expect.stringContaining("The server returned an incomplete list of alerts"),
      },
    ]);
  });

  test("causes a note in an import and a warning in a search for unmanaged objects", async () => {
    const { endpoint, accessKey } = emulator.endpoints.openSource;
    const client = createClient({
      userAgent: "tests",
      environment: {},
      openSource: { endpoint: environment.CLICKSTACK_ENDPOINT ?? endpoint, accessKey },
    });
    const { notes } = await listExisting(client, { types: ["webhook"] });
    await client.close();
    expect(notes).toContain(
      "The server returned an incomplete list of webhooks: it holds more webhooks than it shows. The import lacks the objects that are not shown.",
    );
    const written = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const { problems } = await findUnmanaged([], [], environment);
    expect(problems).toEqual([]);
    expect(written.mock.calls.map(([text]) => text)).toContain(
      "warning: Could not check for all unmanaged objects. The server returned an incomplete list of dashboards: it holds more dashboards than it shows.\n",
    );
  });
});
