import { UNKNOWN } from "../../../src/plugin";
import type { Host } from "../../support/plugin/harness/host";
import { Diagnostic_Severity } from "../../support/plugin/protocol/tfplugin6_pb";
import { bundleTrialProvider, temporaryFolder } from "./harness/bundle";
import { configuredHost, thingMessage, thingOf } from "./harness/trial-host";

const folder = temporaryFolder();
let host: Host;

beforeAll(async () => {
  host = await configuredHost(bundleTrialProvider(folder.path), `${folder.path}/store`, {});
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Creates an object with a handler that violates the protocol. */
const created = async (misbehave: string) => {
  const unknown = { id: UNKNOWN, token: UNKNOWN, revision: UNKNOWN, secret_length: UNKNOWN };
  const { newState, diagnostics } = await host.call("applyResourceChange", {
    typeName: "trial_thing",
    priorState: thingMessage(null),
    plannedState: thingMessage({ ...unknown, name: "a", level: "warn", misbehave }),
    config: thingMessage({ name: "a", level: "warn", misbehave }),
  });
  return {
    state: thingOf(newState),
    diagnostics: diagnostics.map(({ severity, summary, detail }) => [Diagnostic_Severity[severity], summary, detail]),
  };
};

const REPLACEMENT = "Terraform marks the new object as tainted: the next apply deletes it and creates it again.";

test("a create whose result differs from the plan stores the plan, with a warning", async () => {
  const { state, diagnostics } = await created("differ");
  expect(state).toMatchObject({ name: "a", level: "warn", revision: 1 });
  expect(diagnostics).toEqual([
    [
      "WARNING",
      "The server stored another value than planned",
      expect.stringContaining("After the create of trial_thing, the server's value of name differs from the plan."),
    ],
  ]);
});

test("a create without an id fails, and the error states that the object will be replaced", async () => {
  const { state, diagnostics } = await created("no_id");
  expect(state).toMatchObject({ id: null, name: "a" });
  expect(diagnostics).toEqual([
    [
      "ERROR",
      "The created object has no id",
      `After the create of trial_thing, the object has no id, so the provider cannot find it again.\n${REPLACEMENT}`,
    ],
  ]);
});

test("a create that fails and returns an object reports that the object will be replaced", async () => {
  const { diagnostics } = await created("half");
  expect(diagnostics).toEqual([["ERROR", "Half done", `The thing is there but not right.\n${REPLACEMENT}`]]);
});
