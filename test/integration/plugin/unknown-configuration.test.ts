import { join } from "node:path";
import { type ObjectValue, UNKNOWN } from "../../../src/plugin";
import { schemaType } from "../../../src/plugin/schema/schema";
import { readValue, writeValue } from "../../../src/plugin/values/dynamic-message";
import type { Type } from "../../../src/plugin/values/type";
import { Host } from "../../support/plugin/harness/host";
import { Deferred_Reason } from "../../support/plugin/protocol/tfplugin6_pb";
import { trialProvider } from "../../support/plugin/trial-provider/provider";
import { bundleTrialProvider, temporaryFolder } from "./harness/bundle";
import { thingMessage, thingOf } from "./harness/trial-host";

const folder = temporaryFolder();
const providerType = schemaType(trialProvider.schema);
const lookedUp: Type = { object: { id: "string", revision: "number", unit: "string" } };
const stored: Type = { object: { id: "string", revision: "number" } };
const ticket: Type = { object: { holder: "string", code: "string" } };
const DEFERRED = { reason: Deferred_Reason.PROVIDER_CONFIG_UNKNOWN };
const mayDefer = { clientCapabilities: { deferralAllowed: true } };
const NOT_KNOWN = [{ severity: 1, summary: "The folder is not known yet" }];
let host: Host;

beforeAll(async () => {
  host = await new Host(bundleTrialProvider(folder.path)).connect();
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const configure = async (path: ObjectValue["folder"] = UNKNOWN) =>
  host.call("configureProvider", {
    terraformVersion: "1.11.4",
    config: writeValue(providerType, { folder: path ?? null }),
  });

const planOf = (config: ObjectValue, prior: ObjectValue | null = null) =>
  host.call("planResourceChange", {
    typeName: "trial_thing",
    priorState: thingMessage(prior),
    proposedNewState: thingMessage(config),
    config: thingMessage(config),
  });

const read = (more: object = {}) =>
  host.call("readResource", { typeName: "trial_thing", currentState: thingMessage({ id: "x", name: "a" }), ...more });

const lookUp = (more: object = {}) =>
  host.call("readDataSource", { typeName: "trial_thing", config: writeValue(lookedUp, { id: "x" }), ...more });

const open = (typeName: string, config: ReturnType<typeof writeValue>, more: object = {}) =>
  host.call("openEphemeralResource", { typeName, config, ...more });

describe("a provider with an unknown configuration", () => {
  beforeEach(async () => {
    expect((await configure()).diagnostics).toEqual([]);
  });

  test("plans a create in the same way as with a client", async () => {
    const { plannedState, diagnostics } = await planOf({ name: "a" });
    expect(diagnostics).toEqual([]);
    expect(thingOf(plannedState)).toMatchObject({ id: UNKNOWN, name: "a", count_of: 1, label: "label of a" });
  });

  test("defers a read if the host supports it, and keeps the state", async () => {
    const { deferred, newState, diagnostics } = await read(mayDefer);
    expect({ deferred, diagnostics }).toMatchObject({ deferred: DEFERRED, diagnostics: [] });
    expect(thingOf(newState)).toMatchObject({ id: "x", name: "a" });
  });

  test("reports the reason for one of many reads if the host cannot defer, and no read loses its state", async () => {
    const answers = await Promise.all([read(), read(), read()]);
    expect(answers.flatMap(({ diagnostics }) => diagnostics)).toMatchObject(NOT_KNOWN);
    expect(answers.map(({ newState }) => thingOf(newState)?.id)).toEqual(["x", "x", "x"]);
  });

  test("reports the reason again in the next plan of a running provider", async () => {
    await read();
    await configure();
    expect((await read()).diagnostics).toMatchObject(NOT_KNOWN);
  });

  test("defers a data source, and its results are unknown", async () => {
    const { deferred, state, diagnostics } = await lookUp(mayDefer);
    expect({ deferred, diagnostics }).toMatchObject({ deferred: DEFERRED, diagnostics: [] });
    expect(readValue(lookedUp, state)).toEqual({ id: "x", revision: UNKNOWN, unit: "writes" });
  });

  test("fails for each data source if the host cannot defer, because dependent resources must not continue", async () => {
    expect((await lookUp()).diagnostics).toMatchObject(NOT_KNOWN);
    expect((await lookUp()).diagnostics).toMatchObject(NOT_KNOWN);
  });

  test("opens an ephemeral resource without requests, and defers or fails for one that needs the client", async () => {
    const opened = await open("trial_ticket", writeValue(ticket, { holder: "me" }));
    expect(readValue(ticket, opened.result)).toMatchObject({ code: "ticket of me" });
    const config = writeValue(stored, { id: "x" });
    const deferred = await open("trial_stored", config, mayDefer);
    expect(deferred).toMatchObject({ deferred: DEFERRED, diagnostics: [] });
    expect(readValue(stored, deferred.result)).toEqual({ id: "x", revision: UNKNOWN });
    expect((await open("trial_stored", config)).diagnostics).toMatchObject(NOT_KNOWN);
  });

  test("writes no object", async () => {
    const { plannedState } = await planOf({ name: "a" });
    const { diagnostics, newState } = await host.call("applyResourceChange", {
      typeName: "trial_thing",
      priorState: thingMessage(null),
      plannedState,
      config: thingMessage({ name: "a" }),
    });
    expect(diagnostics).toMatchObject(NOT_KNOWN);
    expect(thingOf(newState)).toBeNull();
  });

  test("creates a client when the apply knows the configuration", async () => {
    const { plannedState } = await planOf({ name: "b" });
    expect((await configure(join(folder.path, "store"))).diagnostics).toEqual([]);
    const { diagnostics, newState } = await host.call("applyResourceChange", {
      typeName: "trial_thing",
      priorState: thingMessage(null),
      plannedState,
      config: thingMessage({ name: "b" }),
    });
    expect(diagnostics).toEqual([]);
    expect(thingOf(newState)).toMatchObject({ name: "b" });
  });
});
