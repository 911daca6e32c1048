import type { Emulator } from "../../../src/emulator";
import { seedIds } from "../../../src/emulator";
import { complete } from "../../../src/plugin/plan/nested";
import { providerRuns } from "../../support/emulator/provider-runs";
import { type ProviderRun, resource } from "../../support/provider-in-process";
import { ui } from "../../support/ui";

const webhook = resource("clickstack_webhook");
const source = resource("clickstack_source");

let emulator: Emulator;
let run: ProviderRun;
const connect = providerRuns((started) => {
  emulator = started;
});
beforeEach(() => {
  run = connect();
});

const log = {
  kind: "log",
  name: "Events",
  connection_id: seedIds.connection,
  from: { database_name: "default", table_name: "otel_logs" },
  default_table_select_expression: "Body",
  timestamp_value_expression: "Timestamp",
};

test.each([
  [
    "a webhook",
    webhook,
    "webhooks",
    { name: "Pager", service: "generic", url: "https://example.com/x" },
    { description: "", body: "" },
  ],
  ["a source", source, "sources", log, { useTextIndexForImplicitColumn: "auto" }],
  ["a source with empty texts", source, "sources", log, { useTextIndexForImplicitColumn: "" }],
  [
    "a source that declares the value",
    source,
    "sources",
    { ...log, use_text_index_for_implicit_column: "auto" },
    { useTextIndexForImplicitColumn: "" },
  ],
])('%s has no changes after the UI stored the value that means "not set"', async (_, type, path, config, stored) => {
  const held = await run.apply(type, config);
  const record = (await ui(emulator, "GET", `/raw/${path}/${held.state.id}`)) as { data: object };
  await ui(emulator, "PUT", `/raw/${path}/${held.state.id}`, { ...record.data, ...stored });
  await using later = connect();
  const read = await later.refresh(type, held);
  expect(read).toBeDefined();
  if (read) {
    const { plan } = await later.plan(type, config, read);
    expect(plan).toEqual(complete(type.schema.attributes, read.state));
  }
});

test("an author can change use_text_index_for_implicit_column of a source from disabled to auto", async () => {
  const config = { ...log, use_text_index_for_implicit_column: "disabled" };
  const held = await run.apply(source, config);
  const changed = await run.apply(source, { ...log, use_text_index_for_implicit_column: "auto" }, held);
  const { data } = (await ui(emulator, "GET", `/raw/sources/${held.state.id}`)) as { data: Record<string, unknown> };
  expect([undefined, "auto"]).toContain(data.useTextIndexForImplicitColumn);
  await using later = connect();
  const read = await later.refresh(source, changed);
  expect(read?.state.use_text_index_for_implicit_column).toBe("auto");
});
