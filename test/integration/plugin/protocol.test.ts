import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type ObjectValue, UNKNOWN } from "../../../src/plugin";
import { complete } from "../../../src/plugin/plan/nested";
import { readValue, writeValue } from "../../../src/plugin/values/dynamic-message";
import type { Type } from "../../../src/plugin/values/type";
import { Host as BareHost, type Host } from "../../support/plugin/harness/host";
import { thingSchema } from "../../support/plugin/trial-provider/thing-schema";
import { bundleTrialProvider, temporaryFolder } from "./harness/bundle";
import { configuredHost, thingMessage, thingOf } from "./harness/trial-host";

const folder = temporaryFolder();
const store = join(folder.path, "store");
const idType: Type = { object: { id: "string" } };
const prefixType: Type = { object: { prefix: "string" } };
const ticketType: Type = { object: { holder: "string", code: "string" } };
const json = (value: unknown) => ({ json: Buffer.from(JSON.stringify(value)) });
const writeOnlyAllowed = { clientCapabilities: { writeOnlyAttributesAllowed: true } };
let host: Host;
let unconfigured: Host;

beforeAll(async () => {
  const script = bundleTrialProvider(folder.path);
  host = await configuredHost(script, store);
  unconfigured = await new BareHost(script).connect();
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await unconfigured[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const created = async (value: ObjectValue) => {
  const planned = await host.call("planResourceChange", {
    typeName: "trial_thing",
    priorState: thingMessage(null),
    proposedNewState: thingMessage(value),
    config: thingMessage(value),
  });
  return host.call("applyResourceChange", {
    typeName: "trial_thing",
    priorState: thingMessage(null),
    plannedState: planned.plannedState,
    plannedPrivate: planned.plannedPrivate,
    config: thingMessage(value),
  });
};

describe("the metadata of a provider", () => {
  test("contains the types and capabilities before the provider is configured", async () => {
    const metadata = await unconfigured.call("getMetadata", {});
    expect(metadata).toMatchObject({
      serverCapabilities: {
        planDestroy: true,
        moveResourceState: true,
        getProviderSchemaOptional: true,
        generateResourceConfig: true,
      },
      resources: [{ typeName: "trial_thing" }],
      dataSources: [{ typeName: "trial_thing" }],
      ephemeralResources: [{ typeName: "trial_ticket" }, { typeName: "trial_stored" }],
      listResources: [{ typeName: "trial_thing" }],
      functions: [{ name: "shout" }],
    });
  });

  test("contains a schema with the flags that Terraform uses", async () => {
    const { resourceSchemas, functions, listResourceSchemas, ephemeralResourceSchemas } = await unconfigured.call(
      "getProviderSchema",
      {},
    );
    const thing = resourceSchemas.trial_thing;
    const attribute = (name: string) => thing?.block?.attributes.find((one) => one.name === name);
    expect(thing?.version).toBe(2n);
    expect(attribute("count_of")).toMatchObject({ required: false, optional: true, computed: true });
    expect(attribute("secret")).toMatchObject({ optional: true, writeOnly: true, computed: false });
    expect(attribute("token")).toMatchObject({ computed: true, optional: false, sensitive: true });
    expect(attribute("tiles")?.type).toHaveLength(0);
    expect(attribute("tiles")?.nestedType).toMatchObject({
      nesting: 4,
      attributes: [{ name: "id" }, { name: "title" }, { name: "width" }],
    });
    expect(Buffer.from(attribute("fractions")?.type ?? []).toString()).toBe('["list","number"]');
    expect(functions.shout).toMatchObject({
      summary: "Shouts.",
      parameters: [{ name: "text" }],
      variadicParameter: { name: "more" },
    });
    expect(Object.keys(listResourceSchemas)).toEqual(["trial_thing"]);
    expect(Object.keys(ephemeralResourceSchemas).sort()).toEqual(["trial_stored", "trial_ticket"]);
    expect((await unconfigured.call("getFunctions", {})).functions.shout).toEqual(functions.shout);
  });

  test("contains identity schemas", async () => {
    const { identitySchemas } = await unconfigured.call("getResourceIdentitySchemas", {});
    expect(identitySchemas.trial_thing?.identityAttributes).toMatchObject([{ name: "id", requiredForImport: true }]);
  });
});

describe("a generated configuration", () => {
  test("contains the attributes that the author can set, also empty texts, but no secrets and no computed attributes", async () => {
    const state = {
      ...{ id: "x", name: "", token: "t", revision: 3, secret: null, count_of: 2 },
      tiles: { a: { id: "made", title: "", width: 8 } },
    };
    const { config, diagnostics } = await unconfigured.call("generateResourceConfig", {
      typeName: "trial_thing",
      state: thingMessage(complete(thingSchema.attributes, state)),
    });
    expect(diagnostics).toEqual([]);
    expect(thingOf(config)).toMatchObject({ id: null, name: "", token: null, revision: null, count_of: 2 });
    expect(thingOf(config)?.tiles).toEqual({ a: { id: null, title: "", width: 8 } });
  });
});

describe("a call that cannot be served", () => {
  test("returns one diagnostic for an unknown type", async () => {
    const { diagnostics } = await host.call("readResource", { typeName: "trial_nothing" });
    expect(diagnostics).toMatchObject([{ severity: 1, summary: "Unknown resource type" }]);
  });

  test("returns one clear diagnostic before the provider is configured", async () => {
    const { diagnostics, newState } = await unconfigured.call("readResource", {
      typeName: "trial_thing",
      currentState: thingMessage({ id: "x" }),
    });
    expect(diagnostics).toMatchObject([{ summary: "The provider is not configured" }]);
    expect(thingOf(newState)?.id).toBe("x");
  });
});

describe("the validation of a configuration", () => {
  test("refuses write-only attributes with their path if the host does not support them", async () => {
    const config = thingMessage({ name: "a", secret: "hunter22" });
    const { diagnostics } = await unconfigured.call("validateResourceConfig", { typeName: "trial_thing", config });
    expect(diagnostics).toMatchObject([
      {
        severity: 1,
        summary: "Write-only attributes are not supported here",
        attribute: { steps: [{ selector: { case: "attributeName", value: "secret" } }] },
      },
    ]);
    const allowed = await unconfigured.call("validateResourceConfig", {
      typeName: "trial_thing",
      config,
      ...writeOnlyAllowed,
    });
    expect(allowed.diagnostics).toEqual([]);
  });

  test("accepts unknown values in every attribute, also refined unknown values", async () => {
    // {name: <unknown, refined as not null with a prefix>}
    const refined = Buffer.from([
      0x81,
      0xa4,
      ...Buffer.from("name"),
      0xc7,
      0x07,
      0x0c,
      0x82,
      0x01,
      0xc2,
      0x02,
      0xa2,
      0x61,
      0x62,
    ]);
    const { diagnostics } = await unconfigured.call("validateResourceConfig", {
      typeName: "trial_thing",
      config: { msgpack: refined },
    });
    expect(diagnostics).toEqual([]);
  });

  test("accepts values in JSON and in MessagePack", async () => {
    const { diagnostics } = await unconfigured.call("validateResourceConfig", {
      typeName: "trial_thing",
      config: json({ name: "forbidden" }),
    });
    expect(diagnostics).toMatchObject([{ summary: "Forbidden name" }]);
  });
});

describe("the stored state of a resource", () => {
  const upgrade = async (version: number, state: unknown) => {
    const raw = { typeName: "trial_thing", version: BigInt(version), rawState: json(state) };
    const { upgradedState, diagnostics } = await unconfigured.call("upgradeResourceState", raw);
    return { state: thingOf(upgradedState), diagnostics };
  };

  test("loses removed attributes and gets new attributes if it has the current version", async () => {
    const raw =
      '{"id":"x","name":"a","big":9007199254740993,"gone":[1],"tiles":{"a":{"title":"t","gone":1}},"anything":{"type":["tuple",["number"]],"value":[0.1]}}';
    const { upgradedState } = await unconfigured.call("upgradeResourceState", {
      typeName: "trial_thing",
      version: 2n,
      rawState: { json: Buffer.from(raw) },
    });
    const state = thingOf(upgradedState);
    expect(state).toMatchObject({ id: "x", name: "a", big: 9007199254740993n, label: null });
    expect(state?.tiles).toEqual({ a: { id: null, title: "t", width: null } });
    expect(state?.anything).toEqual({ type: { tuple: ["number"] }, value: [0.1] });
    expect(state).not.toHaveProperty("gone");
  });

  test("is converted by an upgrade if it has an older version", async () => {
    expect((await upgrade(1, { id: "x", title: "old" })).state).toMatchObject({ id: "x", name: "old" });
  });

  test("is refused with a clear message if its version is newer or has no upgrade", async () => {
    expect((await upgrade(0, {})).diagnostics[0]?.detail).toContain("and cannot convert it");
    expect((await upgrade(3, {})).diagnostics[0]?.detail).toContain("A newer version of the provider wrote it");
  });

  test("is refused with a path if it does not match the schema", async () => {
    const { diagnostics } = await upgrade(2, { id: "x", fractions: [1, "two"] });
    expect(diagnostics).toMatchObject([
      {
        summary: "The state was written by another provider or edited",
        detail: expect.stringMatching(/a number is expected at fractions\[1\]\.[^\n]*\nFix: Remove the resource/),
      },
    ]);
  });

  test("can be moved from only one other resource type", async () => {
    const request = {
      sourceProviderAddress: "registry.terraform.io/hashicorp/null",
      sourceState: json({ id: "4711" }),
      targetTypeName: "trial_thing",
    };
    const moved = await host.call("moveResourceState", { ...request, sourceTypeName: "null_resource" });
    expect(thingOf(moved.targetState)).toMatchObject({ id: "4711", name: "moved" });
    const refused = await host.call("moveResourceState", { ...request, sourceTypeName: "null_data" });
    expect(refused.diagnostics).toMatchObject([{ summary: "The move is not supported" }]);
  });
});

describe("the identity of a resource", () => {
  test("is returned by create and read, and works for imports", async () => {
    const { newState, newIdentity } = await created({ name: "a" });
    const id = thingOf(newState)?.id;
    expect(readValue(idType, newIdentity?.identityData)).toEqual({ id });
    const read = await host.call("readResource", {
      typeName: "trial_thing",
      currentState: newState,
      currentIdentity: newIdentity,
    });
    expect(readValue(idType, read.newIdentity?.identityData)).toEqual({ id });
    const { importedResources } = await host.call("importResourceState", {
      typeName: "trial_thing",
      identity: newIdentity,
    });
    expect(importedResources).toHaveLength(1);
    expect(thingOf(importedResources[0]?.state)).toMatchObject({ id, name: null });
    expect(readValue(idType, importedResources[0]?.identity?.identityData)).toEqual({ id });
  });

  test("is converted to the current schema if it is in a state", async () => {
    const request = { typeName: "trial_thing", version: 0n, rawIdentity: json({ id: "x", gone: 1 }) };
    const { upgradedIdentity } = await host.call("upgradeResourceIdentity", request);
    expect(readValue(idType, upgradedIdentity?.identityData)).toEqual({ id: "x" });
  });
});

describe("the private state of a resource", () => {
  test("is passed from create through plan to update, and a read keeps it", async () => {
    const first = await created({ name: "a" });
    expect(JSON.parse(Buffer.from(first.private).toString())).toEqual({ revision: 1 });
    const config = thingMessage({ name: "b" });
    const common = { typeName: "trial_thing", priorState: first.newState, config };
    const planned = await host.call("planResourceChange", {
      ...common,
      proposedNewState: config,
      priorPrivate: first.private,
    });
    expect(planned.plannedPrivate).toEqual(first.private);
    const second = await host.call("applyResourceChange", {
      ...common,
      plannedState: planned.plannedState,
      plannedPrivate: planned.plannedPrivate,
    });
    expect(JSON.parse(Buffer.from(second.private).toString())).toEqual({ revision: 2 });
    const read = await host.call("readResource", {
      typeName: "trial_thing",
      currentState: second.newState,
      private: second.private,
    });
    expect(read.private).toEqual(second.private);
  });
});

describe("a list resource", () => {
  const list = async (prefix: string, includeResourceObject: boolean) => {
    const request = {
      typeName: "trial_thing",
      config: writeValue(prefixType, { prefix }),
      includeResourceObject,
      limit: 5n,
    };
    const events = [];
    for await (const event of host.list(request)) {
      events.push(event);
    }
    return events;
  };

  test("returns identities and names up to the limit", async () => {
    const events = await list("thing", false);
    expect(events.map((event) => event.displayName)).toEqual([1, 2, 3, 4, 5].map((number) => `Thing thing${number}`));
    expect(readValue(idType, events[4]?.identity?.identityData)).toEqual({ id: "thing5" });
    expect(events[0]?.resourceObject).toBeUndefined();
  });

  test("returns whole objects if the host requests them", async () => {
    const [first] = await list("thing", true);
    expect(thingOf(first?.resourceObject)).toMatchObject({ id: "thing1", name: "thing1", token: null });
  });

  test("ends with a diagnostic if it fails in the middle", async () => {
    const events = await list("broken", false);
    expect(events.map((event) => event.diagnostic.length)).toEqual([0, 0, 1]);
    expect(events[2]?.diagnostic[0]?.detail).toContain("the list ends in the middle");
  });

  test("validates its configuration", async () => {
    const request = { typeName: "trial_thing", config: writeValue(prefixType, { prefix: UNKNOWN }) };
    expect((await host.call("validateListResourceConfig", request)).diagnostics).toEqual([]);
  });
});

describe("an ephemeral resource", () => {
  test("is opened, renewed and closed with its private data", async () => {
    const typeName = "trial_ticket";
    const opened = await host.call("openEphemeralResource", {
      typeName,
      config: writeValue(ticketType, { holder: "me" }),
    });
    expect(readValue(ticketType, opened.result)).toEqual({ holder: "me", code: "ticket of me" });
    expect(opened.renewAt?.seconds).toBe(BigInt(Date.parse("2040-01-01T00:00:00Z") / 1000));
    const renewed = await host.call("renewEphemeralResource", {
      typeName,
      ...(opened.private ? { private: opened.private } : {}),
    });
    expect(JSON.parse(Buffer.from(renewed.private ?? []).toString())).toEqual({ holder: "me", renewed: 1 });
    const closed = await host.call("closeEphemeralResource", {
      typeName,
      ...(renewed.private ? { private: renewed.private } : {}),
    });
    expect(closed.diagnostics).toEqual([]);
    expect(readdirSync(store)).toContain("closed me");
  });
});

describe("a provider function", () => {
  const shout = (...texts: string[]) =>
    host.call("callFunction", { name: "shout", arguments: texts.map((text) => writeValue("string", text)) });

  test("returns a value", async () => {
    expect(readValue("string", (await shout("hear", "me")).result)).toBe("HEAR ME");
  });

  test("reports the invalid argument by its name", async () => {
    expect((await shout("")).error).toMatchObject({ text: "There is nothing to shout", functionArgument: 0n });
  });
});

describe("a message of many megabytes", () => {
  test("arrives in both directions", async () => {
    const name = "x".repeat(20 * 1024 * 1024);
    const { newState, diagnostics } = await created({ name });
    expect(diagnostics).toEqual([]);
    expect(thingOf(newState)?.name).toHaveLength(name.length);
  });
});
