import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { preparedResponsesOf } from "../../../src/plugin";
import { makeCertificate } from "../../../src/plugin/host/certificate";
import { Host } from "../../support/plugin/harness/host";
import { trialProvider } from "../../support/plugin/trial-provider/provider";
import { bundleTrialProvider, TRIAL_SOURCE, temporaryFolder } from "./harness/bundle";

const folder = temporaryFolder();
const prepared = {
  TRIAL_PREPARED: JSON.stringify(preparedResponsesOf(trialProvider), (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value,
  ),
};
let script = "";
const hosts: Host[] = [];

function start(environment: NodeJS.ProcessEnv = {}): Host {
  const host = new Host(script, environment);
  hosts.push(host);
  return host;
}

beforeAll(() => {
  script = bundleTrialProvider(folder.path);
});

afterEach(async () => {
  for (const host of hosts.splice(0)) {
    await host[Symbol.asyncDispose]();
  }
});

afterAll(() => folder[Symbol.dispose]());

describe("the handshake", () => {
  test("is one line with a P-256 certificate for localhost that is valid for days", async () => {
    const host = await start().connect();
    await host.call("getMetadata", {});
    const { fields, certificate } = await host.handshake();
    expect(fields).toHaveLength(6);
    expect(fields.slice(0, 3)).toEqual(["1", "6", "unix"]);
    expect(fields[4]).toBe("grpc");
    expect(fields[5]).not.toContain("=");
    expect((await host.shutdown()).stdout).toBe(`${fields.join("|")}\n`);
    expect(certificate.subjectAltName).toBe("DNS:localhost");
    expect(certificate.ca).toBe(true);
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
    expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    const days = (Date.parse(certificate.validTo) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6);
    expect(days).toBeLessThan(8);
  });

  test("requires the client certificate that the host announced", async () => {
    const host = start();
    await host.connect("none");
    await expect(host.call("getMetadata", {})).rejects.toThrow(/UNAVAILABLE/);
    await host.connect(makeCertificate());
    await expect(host.call("getMetadata", {})).rejects.toThrow(/UNAVAILABLE/);
    await host.connect();
    expect((await host.call("getMetadata", {})).resources).toMatchObject([{ typeName: "trial_thing" }]);
  });

  test("creates the socket in the folder that the host requests and removes it at the end", async () => {
    const sockets = join(folder.path, "sockets");
    mkdirSync(sockets);
    const host = await start({ PLUGIN_UNIX_SOCKET_DIR: sockets }).connect();
    const { address } = await host.handshake();
    expect(address.startsWith(`${sockets}/`)).toBe(true);
    expect(existsSync(address)).toBe(true);
    expect((await host.shutdown()).code).toBe(0);
    expect(readdirSync(sockets)).toEqual([]);
  });

  test("reports to a host that requests multiplexing that multiplexing is not supported", async () => {
    const host = start({ PLUGIN_MULTIPLEX_GRPC: "true" });
    const { fields } = await host.handshake();
    expect(fields).toHaveLength(7);
    expect(fields[6]).toBe("false");
  });

  test("refuses a host that supports only an older protocol", async () => {
    const host = start({ PLUGIN_PROTOCOL_VERSIONS: "4,5" });
    const { code, stdout, stderr } = await host.output();
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(
      "This provider supports plugin protocol 6. The program that started it supports only 4, 5.",
    );
  });

  test("prints a description of the program when a user starts it, and exits with code 1", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env: {}, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain("This program is a Terraform provider.");
  });
});

describe("a provider that cannot be loaded", () => {
  const failing = (environment: NodeJS.ProcessEnv = {}) =>
    start({ TRIAL_FAILS_TO_LOAD: "1", ...environment }).connect();

  test("reports the error in the first call of the host", async () => {
    const host = await failing();
    const { diagnostics } = await host.call("getProviderSchema", {});
    expect(diagnostics).toMatchObject([{ summary: "The provider did not load" }]);
    expect(diagnostics[0]?.detail).toContain("a part is missing");
    await host.loggedMessage("the provider did not load: a part is missing");
  });

  test("reports the error in later calls if the schema was prepared, and loses no state", async () => {
    const host = await failing(prepared);
    expect((await host.call("getProviderSchema", {})).diagnostics).toEqual([]);
    const unloaded = [{ summary: "The provider did not load" }];
    expect((await host.call("validateProviderConfig", {})).diagnostics).toMatchObject(unloaded);
    expect((await host.call("planResourceChange", { typeName: "trial_thing" })).diagnostics).toMatchObject(unloaded);
    const state = { msgpack: Buffer.from([0x80]) };
    const read = await host.call("readResource", { typeName: "trial_thing", currentState: state });
    expect(read).toMatchObject({ diagnostics: unloaded, newState: { msgpack: Uint8Array.of(0x80) } });
    const applied = await host.call("applyResourceChange", { typeName: "trial_thing", priorState: state });
    expect(applied).toMatchObject({ diagnostics: unloaded, newState: { msgpack: Uint8Array.of(0x80) } });
    expect((await host.call("callFunction", { name: "shout" })).error?.text).toContain("a part is missing");
    expect((await host.shutdown()).code).toBe(0);
  });

  test("reports nothing if the schema was prepared and the host requests only the schema", async () => {
    const host = await failing(prepared);
    expect((await host.call("getProviderSchema", {})).diagnostics).toEqual([]);
    expect((await host.call("getResourceIdentitySchemas", {})).diagnostics).toEqual([]);
    expect(await host.shutdown()).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("a prepared schema", () => {
  test("equals the response of the provider, which is loaded only for the other calls", async () => {
    const [live, stored] = [await start().connect(), await start(prepared).connect()];
    expect(await stored.call("getProviderSchema", {})).toEqual(await live.call("getProviderSchema", {}));
    const identities = await stored.call("getResourceIdentitySchemas", {});
    expect(Object.keys(identities.identitySchemas)).toEqual(["trial_thing"]);
    expect(identities).toEqual(await live.call("getResourceIdentitySchemas", {}));
    expect(await stored.call("getMetadata", {})).toEqual(await live.call("getMetadata", {}));
  });
});

describe("the provider's logging", () => {
  test("writes structured lines at the level of TF_LOG_PROVIDER, and includes text that is written to stdout", async () => {
    const host = await start({ TF_LOG_PROVIDER: "INFO", TF_LOG: "TRACE" }).connect();
    await host.call("configureProvider", {
      terraformVersion: "1.11.4",
      config: { json: Buffer.from(JSON.stringify({ folder: folder.path })) },
    });
    const { logged } = await host.shutdown();
    expect(logged).toContainEqual({
      "@level": "info",
      "@message": "configured",
      "@module": "provider",
      "@timestamp": expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      terraformVersion: "1.11.4",
    });
    expect(logged.map((entry) => entry["@message"])).toContain("careless words");
    expect(logged.map((entry) => entry["@level"])).not.toContain("debug");
  });

  test("writes only errors by default", async () => {
    const host = await start().connect();
    await host.call("getMetadata", {});
    expect(await host.shutdown()).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("the provider's debug mode", () => {
  test("prints the variables to export for Terraform and for OpenTofu, and serves without TLS", async () => {
    const host = new Host(script, {}, ["--debug"]);
    hosts.push(host);
    const providers = JSON.parse(await host.reattach());
    expect(Object.keys(providers)).toEqual([TRIAL_SOURCE, "registry.opentofu.org/test/trial"]);
    const provider = providers[TRIAL_SOURCE];
    expect(providers["registry.opentofu.org/test/trial"]).toEqual(provider);
    expect(provider).toMatchObject({ Protocol: "grpc", ProtocolVersion: 6, Pid: host.process.pid, Test: true });
    host.process.kill("SIGTERM");
    const { code, stdout } = await host.output();
    // No host reads a handshake line here, so stdout contains only texts of the provider, which may be incomplete.
    expect(code).toBe(0);
    expect(stdout.replace("careless words\n", "")).toBe("");
  });
});
