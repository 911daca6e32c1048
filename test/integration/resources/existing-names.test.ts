import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, seedIds } from "../../../src/emulator";
import { type ObjectValue, UNKNOWN } from "../../../src/plugin";
import { FileJournal } from "../../../src/resources/shared/create-journal";
import type { SessionOptions } from "../../../src/resources/shared/session";
import { providerRuns } from "../../support/emulator/provider-runs";
import { CREDENTIALS } from "../../support/journal-entries";
import { resource } from "../../support/provider-in-process";
import { listed, ui } from "../../support/ui";

const SEARCH = resource("clickstack_saved_search");
const WEBHOOK = resource("clickstack_webhook");

const search = (more: ObjectValue = {}): ObjectValue => ({ name: "Errors", source_id: seedIds.logs, ...more });

let emulator: Emulator;
const run = providerRuns((started) => {
  emulator = started;
});

/** Creates objects as a user does in the UI. */
const made = async (name = "Errors"): Promise<string> => {
  const body = { name, sourceId: seedIds.logs };
  const { data } = (await ui(emulator, "POST", "/api/v2/saved-searches", body)) as { data: { id: string } };
  return data.id;
};
const planned = async (config: ObjectValue = search(), options?: SessionOptions, of = SEARCH) =>
  (await run(options).plan(of, config)).diagnostics;

const FIX = (id: string) =>
  `\nFix: To manage the existing one, add this to the configuration:\n\n  import {\n    to = clickstack_saved_search.NAME\n    id = "${id}"\n  }\n\nIn a TypeScript program, call importFrom("${id}") on its construct. `;

const ADOPT_ALL =
  'If a state was lost, set on_existing_name = "adopt" in the provider block (onExistingName: "adopt" in TypeScript) for one apply: it adopts every object that equals its declaration.';

describe("the plan of a new object", () => {
  test("warns about an unmanaged object with the same name", async () => {
    const id = await made();
    expect(await planned()).toEqual([
      {
        severity: "warning",
        summary: 'The server already has a saved search with the name "Errors"',
        detail:
          `No state that this run can see contains it: ${id}. The apply creates another one. If it replaces this one with create_before_destroy, no action is required.` +
          `${FIX(id)}To create another one, choose another name. ${ADOPT_ALL}`,
        path: ["name"],
      },
    ]);
  });

  test("mentions an existing alert with the correct article", async () => {
    const body = {
      source: "saved_search",
      savedSearchId: await made(),
      name: "Errors",
      interval: "5m",
      threshold: 1,
      thresholdType: "above",
      channel: { type: "webhook", webhookId: seedIds.slackWebhook },
    };
    expect(await ui(emulator, "POST", "/api/v2/alerts", body)).toHaveProperty("data");
    const config = {
      name: "Errors",
      saved_search_id: body.savedSearchId,
      interval: "5m",
      threshold: 1,
      threshold_type: "above",
      channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
    };
    const [warning] = await planned(config, {}, resource("clickstack_alert"));
    expect(warning?.summary).toBe('The server already has an alert with the name "Errors"');
  });

  test("repeats no warning and sends no request after the first create of an apply", async () => {
    await made();
    const applying = run();
    const [warning] = (await applying.plan(SEARCH, search())).diagnostics;
    expect(warning?.summary).toBe('The server already has a saved search with the name "Errors"');
    await applying.apply(SEARCH, search({ name: "First" }));
    emulator.resetRequests();
    expect((await applying.plan(SEARCH, search())).diagnostics).toEqual([]);
    expect(emulator.requests).toEqual([]);
  });

  test('fails for an existing name with on_existing_name = "fail"', async () => {
    const id = await made();
    expect(await planned(search(), { onExistingName: "fail" })).toEqual([
      {
        severity: "error",
        summary: 'The server already has a saved search with the name "Errors"',
        detail: `No state that this run can see contains it: ${id}.${FIX(id)}Or choose another name.`,
        path: ["name"],
      },
    ]);
  });

  test('warns that the apply can adopt the existing object with on_existing_name = "adopt", and the apply adopts it', async () => {
    const id = await made();
    const [warning, ...others] = await planned(search(), { onExistingName: "adopt" });
    expect(others).toEqual([]);
    expect(warning?.severity).toBe("warning");
    expect(warning?.detail).toContain(
      `${id}. The apply adopts it if it equals the declaration, and creates another one if it does not.\nFix`,
    );
    expect((await run({ onExistingName: "adopt" }).apply(SEARCH, search())).state.id).toBe(id);
  });

  test("lists three existing objects and counts the others", async () => {
    const ids = [await made(), await made(), await made()];
    expect((await planned())[0]?.detail).toContain(`contains it: ${ids.join(", ")}. The apply`);
    ids.push(await made(), await made());
    expect((await planned())[0]?.detail).toContain(`contains it: ${ids.slice(0, 3).join(", ")} and 2 more. The apply`);
  });

  test("ignores white space around a name, and distinguishes different names", async () => {
    await made("Errors too");
    expect(await planned()).toEqual([]);
    const id = await made(" Errors ");
    expect((await planned())[0]?.detail).toContain(id);
  });

  test.each([
    ["not known yet", { name: UNKNOWN }],
    ["empty", { name: "" }],
  ])("sends no request if its name is %s", async (_name, config) => {
    await made();
    emulator.resetRequests();
    expect(await planned(search(config))).toEqual([]);
    expect(emulator.requests).toEqual([]);
  });

  test("warns that existing names are unknown if the server refuses the list", async () => {
    await made();
    emulator.failNext({ method: "GET", status: 403, times: 9 });
    const [warning, ...others] = await planned();
    expect(others).toEqual([]);
    expect(warning).toMatchObject({
      severity: "warning",
      summary: 'Could not check for another saved search named "Errors"',
      detail: expect.stringMatching(/^The server's list could not be read: GET .* returned 403/),
      path: ["name"],
    });
  });

  test("distinguishes webhooks with the same name by their service", async () => {
    const webhook = (more: ObjectValue): ObjectValue => ({ name: "Pager", url: "https://example.com/hook", ...more });
    await run().apply(WEBHOOK, webhook({ service: "generic" }));
    const summaries = async (service: ObjectValue[string]) =>
      (await planned(webhook({ service }), {}, WEBHOOK)).map(({ summary }) => summary);
    expect(await summaries("slack")).toEqual([]);
    const warned = ['The server already has a webhook with the name "Pager"'];
    expect(await summaries("generic")).toEqual(warned);
    expect(await summaries(UNKNOWN)).toEqual(warned);
  });

  test("refuses a webhook if the server has one with the same name and service", async () => {
    const webhook = { name: "Pager", url: "https://example.com/hook", service: "generic" };
    const { state } = await run().apply(WEBHOOK, webhook);
    expect(await planned(webhook, {}, WEBHOOK)).toEqual([
      {
        severity: "error",
        summary: 'The server already has a webhook with the name "Pager"',
        detail:
          `No state that this run can see contains it: ${state.id}. The server refuses a second webhook with the same name and service. If the apply replaces this one, remove create_before_destroy.` +
          `${FIX(String(state.id)).replace("saved_search", "webhook")}Or choose another name. ${ADOPT_ALL}`,
        path: ["name"],
      },
    ]);
    const [adopting] = await planned(webhook, { onExistingName: "adopt" }, WEBHOOK);
    expect(adopting?.severity).toBe("warning");
    expect(adopting?.detail).toContain("The apply adopts it if it equals the declaration, and fails if it does not.");
  });

  test("warns about an existing name only if the service of the webhook is unknown", async () => {
    await run().apply(WEBHOOK, { name: "Pager", url: "https://example.com/hook", service: "generic" });
    const unknown = { name: "Pager", url: "https://example.com/hook", service: UNKNOWN };
    expect(await planned(unknown, {}, WEBHOOK)).toMatchObject([{ severity: "warning" }]);
  });
});

describe("an object that this configuration manages", () => {
  test("causes no warning for a new object with the same name, if this run read, planned or created it", async () => {
    const held = await run().apply(SEARCH, search());
    const reading = run();
    await reading.refresh(SEARCH, held);
    expect((await reading.plan(SEARCH, search())).diagnostics).toEqual([]);
    const planning = run();
    await planning.plan(SEARCH, search(), held);
    expect((await planning.plan(SEARCH, search())).diagnostics).toEqual([]);
    const destroying = run();
    await destroying.planDestroy(SEARCH, held);
    expect((await destroying.plan(SEARCH, search())).diagnostics).toEqual([]);
    const creating = run({ onExistingName: "fail" });
    await creating.apply(SEARCH, search({ name: "Another" }));
    expect((await creating.plan(SEARCH, search({ name: "Another" }))).diagnostics).toEqual([]);
  });

  test("is recognized too if it is planned later in the same plan", async () => {
    const held = await run().apply(SEARCH, search());
    const plans = run();
    const [{ diagnostics }] = await Promise.all([plans.plan(SEARCH, search()), plans.refresh(SEARCH, held)]);
    expect(diagnostics).toEqual([]);
  });

  test("causes no look-up if it changes itself", async () => {
    const held = await run().apply(SEARCH, search());
    await made("Renamed");
    const plans = run();
    emulator.resetRequests();
    expect((await plans.plan(SEARCH, search({ name: "Renamed" }), held)).diagnostics).toEqual([]);
    expect(emulator.requests).toEqual([]);
  });

  test("prevents the adoption of a second object with the same name", async () => {
    const held = await run().apply(SEARCH, search());
    const plans = run({ onExistingName: "adopt" });
    await plans.refresh(SEARCH, held);
    expect((await plans.plan(SEARCH, search())).diagnostics).toEqual([
      {
        severity: "error",
        summary: 'Two saved search resources would have the name "Errors"',
        detail:
          'With on_existing_name = "adopt", the provider finds objects by name. An object with this name is already managed.\n' +
          "Fix: Choose another name for one of the two.",
        path: ["name"],
      },
    ]);
  });
});

test("an object that an earlier run created and that is in no state is planned to be adopted, without an import block", async () => {
  const data = mkdtempSync(join(tmpdir(), "clickstack-journal-"));
  const journal = () => new FileJournal(data, "default", CREDENTIALS);
  const earlier = journal();
  const id = await made();
  earlier.ended(earlier.begin("content", "Errors"), id);
  const other = await made();
  const [first, second] = await planned(search(), { journal: journal() });
  rmSync(data, { recursive: true });
  expect(first).toEqual({
    severity: "warning",
    summary: 'An interrupted run created the saved search "Errors", which is in no state',
    detail: `The apply adopts it if it equals the declaration, and creates another one if it does not: ${id}.`,
    path: ["name"],
  });
  expect(second?.detail).toContain(`contains it: ${other}. The apply creates another one.`);
  expect(await listed(emulator, "saved-searches")).toHaveLength(2);
});
