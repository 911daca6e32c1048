import { seedIds } from "../../../../src/emulator/seed";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { configurationOf, imported } from "../../../support/imported";
import { resource } from "../../../support/provider-in-process";

const links = resource("clickstack_source_links");
const source = resource("clickstack_source");

const TRACES = { source_id: seedIds.traces, metric_source_id: seedIds.metrics };

describe.each(["open_source", "managed"] as const)("in the deployment %s", (deployment) => {
  const connect = providerRuns(() => undefined, deployment);
  const stored = async () => (await connect().session.client.sources.get(seedIds.traces)) ?? {};

  test("a link is set, changed and cleared without a change of other fields", async () => {
    const before = await stored();
    const held = await connect().apply(links, TRACES);
    expect(await stored()).toEqual({ ...before, metricSourceId: seedIds.metrics });
    const read = await connect().refresh(links, held);
    expect(read?.state).toEqual(held.state);
    const other = { source_id: seedIds.traces, session_source_id: seedIds.sessions };
    const changed = await connect().apply(links, other, held);
    expect(await stored()).toMatchObject({ sessionSourceId: seedIds.sessions, logSourceId: seedIds.logs });
    expect((await stored()) as object).not.toMatchObject({ metricSourceId: seedIds.metrics });
    await connect().destroy(links, changed);
    expect(await stored()).toEqual(before);
  });
});

describe("the links of a source", () => {
  const connect = providerRuns(() => undefined);

  test("are imported by the id of the source without a difference", async () => {
    const held = await imported(connect(), links, seedIds.traces);
    expect(held.state).toMatchObject({ source_id: seedIds.traces, log_source_id: seedIds.logs });
    expect((await connect().plan(links, configurationOf(links.schema, held.state), held)).plan).toEqual(held.state);
  });

  test("are shown as drift if another client clears them", async () => {
    const held = await connect().apply(links, TRACES);
    await connect().session.client.sourceLinks.link(seedIds.traces, { metricSourceId: null }, {});
    expect((await connect().refresh(links, held))?.state).toMatchObject({ metric_source_id: null });
  });

  test("are refused in the plan if the source's kind cannot have them", async () => {
    const { diagnostics } = await connect().plan(links, {
      source_id: seedIds.logs,
      session_source_id: seedIds.sessions,
    });
    expect(diagnostics).toMatchObject([{ severity: "error", summary: "A source of the kind log has no such link" }]);
  });

  test("are refused in the plan if the plan of the source would clear them", async () => {
    await connect().apply(links, TRACES);
    const held = await imported(connect(), source, seedIds.traces);
    const { metric_source_id: _, ...config } = configurationOf(source.schema, held.state);
    const run = connect();
    await run.plan(source, config, held);
    const { diagnostics } = await run.plan(links, TRACES);
    expect(diagnostics).toMatchObject([
      { severity: "error", detail: expect.stringContaining("ignore_changes = [metric_source_id]") },
    ]);
  });
});
