import { seedIds } from "../../src/emulator";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import type { Host } from "../support/plugin/harness/host";
import {
  configurationOf,
  configuredProvider,
  identityMessage,
  identityOf,
  messageOf,
  resourceOf,
  stateOf,
} from "../support/provider-process";

const SEARCH = "clickstack_saved_search";
const NONE = { msgpack: Buffer.from([0xc0]) };
const emulator = emulatorForTests();
let openSource: Host;
let managed: Host;

beforeAll(async () => {
  const endpoints = emulator.endpoints;
  openSource = await configuredProvider(configurationOf(endpoints, "open_source"));
  managed = await configuredProvider(configurationOf(endpoints, "managed"));
});

afterAll(async () => {
  await openSource[Symbol.asyncDispose]();
  await managed[Symbol.asyncDispose]();
});

/**
 * Creates a saved search, renames it, and reads it from a state without an identity, like a state of an older version.
 */
async function lifeOf(host: Host) {
  const write = async (name: string, prior: { msgpack: Uint8Array }) => {
    const config = messageOf(resourceOf(SEARCH).schema, { name, source_id: seedIds.logs, where: "level:error" });
    const plan = { typeName: SEARCH, priorState: prior, proposedNewState: config, config };
    const { plannedState, plannedPrivate } = await host.call("planResourceChange", plan);
    const change = { typeName: SEARCH, priorState: prior, plannedState, plannedPrivate, config };
    const { newState = NONE, newIdentity } = await host.call("applyResourceChange", change);
    return { newState, newIdentity };
  };
  const created = await write("before", NONE);
  const renamed = await write("after", created.newState);
  const read = await host.call("readResource", { typeName: SEARCH, currentState: renamed.newState });
  const identities = [created, renamed, read].map(({ newIdentity }) => identityOf(SEARCH, newIdentity));
  return { state: stateOf(SEARCH, read.newState), identities };
}

describe("the identity of an object", () => {
  test("consists of deployment and id, is unchanged after a rename, and is added to a state without an identity", async () => {
    const { state, identities } = await lifeOf(openSource);
    const expected = { deployment: "open_source", organization_id: null, service_id: null, id: state?.id };
    expect(state?.name).toBe("after");
    expect(identities).toEqual([expected, expected, expected]);
  });

  test("contains the organization and the service in the managed deployment", async () => {
    const { state, identities } = await lifeOf(managed);
    const scope = { organization_id: seedIds.organization, service_id: seedIds.service };
    const expected = { deployment: "managed", ...scope, id: state?.id };
    expect(identities).toEqual([expected, expected, expected]);
  });

  test("is declared for every resource type, and contains only the organization for an API key", async () => {
    const { identitySchemas } = await openSource.call("getResourceIdentitySchemas", {});
    const { resourceSchemas } = await openSource.call("getProviderSchema", {});
    expect(Object.keys(identitySchemas).sort()).toEqual(Object.keys(resourceSchemas).sort());
    const names = (type: string) => identitySchemas[type]?.identityAttributes.map(({ name }) => name);
    expect(names("clickstack_dashboard")).toEqual(["deployment", "organization_id", "service_id", "id"]);
    expect(names("clickstack_api_key")).toEqual(["deployment", "organization_id", "id"]);
  });
});

describe("an import by identity", () => {
  const importing = async (host: Host, identity: Record<string, string>) => {
    const typeName = "clickstack_source";
    const request = { typeName, id: "", identity: identityMessage(typeName, identity) };
    const { importedResources, diagnostics } = await host.call("importResourceState", request);
    const [imported] = importedResources;
    return {
      diagnostics,
      id: stateOf(typeName, imported?.state)?.id,
      identity: identityOf(typeName, imported?.identity),
    };
  };

  test("requires only the id, and completes the identity", async () => {
    const { id, identity, diagnostics } = await importing(managed, { id: seedIds.logs });
    expect({ id, diagnostics }).toEqual({ id: seedIds.logs, diagnostics: [] });
    const scope = { organization_id: seedIds.organization, service_id: seedIds.service };
    expect(identity).toEqual({ deployment: "managed", ...scope, id: seedIds.logs });
  });

  test("is refused with the difference if the object is in another deployment", async () => {
    const { diagnostics } = await importing(openSource, { deployment: "managed", service_id: "s", id: seedIds.logs });
    expect(diagnostics).toMatchObject([{ summary: "The identity belongs to a source elsewhere" }]);
    expect(diagnostics[0]?.detail).toContain(
      'deployment is "managed" in the identity and "open_source" in the provider; service_id is "s" in the identity and not set',
    );
  });

  test("is refused for an invalid id in the same way as an import by id", async () => {
    const { diagnostics } = await importing(openSource, { id: "a/b" });
    expect(diagnostics).toMatchObject([{ summary: "The import id is invalid" }]);
  });
});
