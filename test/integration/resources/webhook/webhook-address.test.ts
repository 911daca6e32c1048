import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import { createLog, type ObjectValue } from "../../../../src/plugin";
import { complete } from "../../../../src/plugin/plan/nested";
import { provider } from "../../../../src/provider/provider";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { type Held, type ProviderRun, resource } from "../../../support/provider-in-process";
import { ui } from "../../../support/ui";

const FIRST = "https://hooks.slack.com/services/T0001/B0001/firstSecretOfTheAddress";
const SECOND = "https://hooks.slack.com/services/T0001/B0001/secondSecretOfTheAddress";

const webhook = resource("clickstack_webhook");

let emulator: Emulator;
let run: ProviderRun;

const connect = providerRuns((started) => {
  emulator = started;
});

beforeEach(() => {
  run = connect();
});

const withAddress = (url: string, version: string, more: ObjectValue = {}): ObjectValue => ({
  name: "Pager",
  service: "slack",
  url_wo: url,
  url_wo_version: version,
  ...more,
});
const addressOn = async ({ state }: Held) => (await listedWebhook(String(state.id))).url;
const listedWebhook = async (id: string) => {
  const { data } = (await ui(emulator, "GET", "/api/v2/webhooks")) as { data: Record<string, unknown>[] };
  return data.find((each) => each.id === id) ?? {};
};
/** Reads the webhook in a new process. */
const refreshed = async (held: Held): Promise<Held> => {
  await using later = connect();
  const read = await later.refresh(webhook, held);
  if (!read) {
    throw new Error("The webhook was deleted.");
  }
  return read;
};
const refusals = async (config: ObjectValue) =>
  ((await webhook.validate?.({ config: { ...complete(webhook.schema.attributes, config), ...config } })) ?? []).map(
    ({ summary, detail }) => `${summary}: ${detail}`,
  );

test("a write-only address is sent to the server, and is neither in the state nor in the private state", async () => {
  const config = withAddress(FIRST, "1");
  const held = await run.apply(webhook, config);
  expect(await addressOn(held)).toBe(FIRST);
  const read = await refreshed(held);
  for (const each of [held, read]) {
    expect(each.state.url).toBeNull();
    expect(JSON.stringify(each)).not.toContain("firstSecretOfTheAddress");
  }
  expect((await run.plan(webhook, config, read)).plan).toEqual(read.state);
});

test("a new version of a write-only address sends the address again", async () => {
  const held = await run.apply(webhook, withAddress(FIRST, "1"));
  const changed = await run.apply(webhook, withAddress(SECOND, "2"), held);
  expect(await addressOn(changed)).toBe(SECOND);
  expect(JSON.stringify(changed)).not.toContain("secondSecretOfTheAddress");
});

test("an address that was changed elsewhere is shown as a version to send again, and the apply restores the address", async () => {
  const config = withAddress(FIRST, "1");
  const held = await run.apply(webhook, config);
  await ui(emulator, "PATCH", `/api/v2/webhooks/${held.state.id}`, { url: SECOND });
  const drifted = await refreshed(held);
  expect(drifted.state.url_wo_version).toBeNull();
  expect(JSON.stringify(drifted)).not.toContain("secondSecretOfTheAddress");
  const reverted = await run.apply(webhook, config, drifted);
  expect(await addressOn(reverted)).toBe(FIRST);
  expect((await refreshed(reverted)).state).toEqual(reverted.state);
});

test("url_wo removes the address from the state, and url adds the address to the state", async () => {
  const inState = await run.apply(webhook, { name: "Pager", service: "slack", url: FIRST });
  expect(inState.state.url).toBe(FIRST);
  const out = await run.apply(webhook, withAddress(FIRST, "1"), inState);
  expect(JSON.stringify(out)).not.toContain("firstSecretOfTheAddress");
  expect(await addressOn(out)).toBe(FIRST);
  const back = await run.apply(webhook, { name: "Pager", service: "slack", url: SECOND }, await refreshed(out));
  expect((await refreshed(back)).state.url).toBe(SECOND);
});

test("headers are sent together with a write-only address, because the server clears headers when the address changes", async () => {
  const generic = (url: string, version: string) =>
    withAddress(url, version, { service: "generic", headers: { "X-Key": "first credential" }, headers_version: "1" });
  const held = await run.apply(webhook, generic(FIRST, "1"));
  await run.apply(webhook, generic(SECOND, "2"), held);
  const { data } = (await ui(emulator, "GET", `/raw/webhooks/${held.state.id}`)) as { data: unknown };
  expect(data).toMatchObject({ url: SECOND, headers: { "X-Key": "first credential" } });
});

test("a new webhook without an address is refused, and an existing webhook keeps its address", async () => {
  const generated = { name: "Pager", service: "slack", description: "Pages" };
  const { diagnostics } = await run.plan(webhook, generated);
  expect(diagnostics).toMatchObject([{ severity: "error", summary: "A webhook needs an address", path: ["url"] }]);

  const { id } = (await run.apply(webhook, { ...generated, url: FIRST })).state;
  const imported = await refreshed({
    state: complete(webhook.schema.attributes, { id: id ?? null }),
    private: {},
  });
  expect((await run.plan(webhook, generated, imported)).plan).toEqual(imported.state);
  const updated = await run.apply(webhook, { ...generated, description: "Wakes" }, imported);
  expect(await listedWebhook(String(updated.state.id))).toMatchObject({ description: "Wakes", url: FIRST });

  const hidden = await run.apply(webhook, withAddress(FIRST, "1", { name: "Hidden" }));
  const bare = await run.plan(webhook, { name: "Hidden", service: "slack" }, await refreshed(hidden));
  expect(bare.diagnostics).toMatchObject([{ summary: "A webhook needs an address" }]);
});

test.each<[string, ObjectValue, string]>([
  [
    "with two addresses",
    { ...withAddress(FIRST, "1"), url: SECOND },
    "Invalid url: A webhook has one address. Set url or url_wo, not both.",
  ],
  [
    "with a version but no write-only address",
    { name: "Pager", service: "slack", url: FIRST, url_wo_version: "1" },
    "Invalid url_wo_version: url_wo_version has no effect without url_wo. Leave it out, or set url_wo.",
  ],
  [
    "with a write-only address that is not Slack's",
    withAddress("https://example.com/firstSecretOfTheAddress", "1"),
    "Invalid url_wo: Slack webhooks have addresses below slack.com, such as https://hooks.slack.com/services/... Set such an address, or use the service generic.",
  ],
])("a webhook %s is refused with a message that does not contain the address", async (_, config, message) => {
  const texts = await refusals(config);
  expect(texts).toEqual([message]);
  expect(texts.join()).not.toContain("SecretOfTheAddress");
});

describe("a look-up of a webhook", () => {
  const read = async (type: string, config: ObjectValue): Promise<ObjectValue> => {
    const source = provider.dataSources?.[type];
    if (!source) {
      throw new Error(`There is no data source ${type}.`);
    }
    const log = createLog({ level: "off", module: "tests", write: () => undefined });
    const whole = complete(source.schema.attributes, config);
    const { state } = await source.read(
      { config: whole },
      { session: run.session, signal: new AbortController().signal, log },
    );
    return state;
  };

  test("stores no address in the state unless this is configured", async () => {
    const { url } = await listedWebhook(seedIds.slackWebhook);
    expect(String(url)).toMatch(/^https:/);
    const id = seedIds.slackWebhook;
    expect(JSON.stringify(await read("clickstack_webhook", { id }))).not.toContain(String(url));
    expect(JSON.stringify(await read("clickstack_webhooks", {}))).not.toContain(String(url));
    expect(await read("clickstack_webhook", { id, include_url: true })).toMatchObject({ id, url });
    expect((await read("clickstack_webhooks", { include_url: true })).webhooks).toContainEqual(
      expect.objectContaining({ id, url }),
    );
  });
});

test("the address of an imported webhook is in the state until url_wo removes it", async () => {
  const made = await run.apply(webhook, withAddress(FIRST, "1"));
  const imported = await refreshed({ state: { id: made.state.id ?? null }, private: {} });
  expect(imported.state.url).toBe(FIRST);
  const out = await run.apply(webhook, withAddress(FIRST, "1"), imported);
  expect(JSON.stringify(await refreshed(out))).not.toContain("firstSecretOfTheAddress");
});
