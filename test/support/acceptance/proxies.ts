import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
import { executableName, thisPlatform } from "../../../src/install/provider-executable";
import { makeCertificate } from "../../../src/plugin/host/certificate";
import { provider } from "../../../src/provider/provider";
import { ConnectProxy } from "../connect-proxy";
import { emulatorForTests } from "../emulator/emulator-for-tests";
import { Host } from "../plugin/harness/host";
import { messageOf } from "../provider-process";
import { PROVIDER_SCRIPT } from "../workspace";

/** The executable for this platform. */
export const NATIVE_PROVIDER = join(PROVIDER_SCRIPT, "..", thisPlatform(), executableName(thisPlatform()));

/** A host name that no resolver knows, so that only a proxy can reach it. */
const SERVER = "clickstack.invalid";
const USER = "robot";
const PASSWORD = "p@ss:w/rd%41";
const CREDENTIALS = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`;
const AUTHORIZATION = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString("base64")}`;

const ofServer = makeCertificate(new Date(), SERVER);
const ofProxy = makeCertificate();

const emulator = emulatorForTests();
let tlsServer: Server;
let folder: string;
let authorities: string;

beforeAll(async () => {
  const { openSource } = emulator.endpoints;
  const { keyPem: key, certificatePem: cert } = ofServer;
  tlsServer = createServer({ key, cert }, (socket) => {
    const upstream = connect(Number(new URL(openSource.endpoint).port), "127.0.0.1");
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => tlsServer.listen(0, "0.0.0.0", resolve));
  folder = mkdtempSync(join(tmpdir(), "clickstack-proxies-"));
  authorities = join(folder, "ca.pem");
  writeFileSync(authorities, ofServer.certificatePem + ofProxy.certificatePem);
});

afterAll(async () => {
  await new Promise((resolve) => tlsServer.close(resolve));
  rmSync(folder, { recursive: true });
});

const httpPort = () => Number(new URL(emulator.endpoints.openSource.endpoint).port);
const httpsPort = () => (tlsServer.address() as AddressInfo).port;

/** Reads one data source with a provider in a separate process. */
async function read(executable: string, endpoint: string, environment: Record<string, string>) {
  const host = await new Host(executable, {
    NODE_EXTRA_CA_CERTS: authorities,
    TF_LOG: "TRACE",
    ...environment,
  }).connect();
  try {
    const { accessKey } = emulator.endpoints.openSource;
    await host.call("configureProvider", {
      terraformVersion: "1.15.5",
      config: messageOf(provider.schema, { endpoint, api_key: accessKey, allow_insecure_http: true }),
    });
    const { schema } = provider.dataSources?.clickstack_source ?? {};
    if (!schema) {
      throw new Error("no data source");
    }
    const { diagnostics } = await host.call("readDataSource", {
      typeName: "clickstack_source",
      config: messageOf(schema, { name: "Logs" }),
    });
    const { stderr } = await host.shutdown();
    return { problems: diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`), log: stderr };
  } finally {
    await host[Symbol.asyncDispose]();
  }
}

/** Expects that neither the password of the proxy nor its encoded forms are in a text. */
function expectNoCredentials(text: string): void {
  for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), AUTHORIZATION.slice("Basic ".length)]) {
    expect(text).not.toContain(secret);
  }
}

/**
 * Defines the tests of an executable of the provider.
 * @param isComplete false: the tests use only the first of several variables, schemes and responses
 */
export function testProxies(executable: string, isComplete: boolean): void {
  const chosen = <T>(all: readonly T[]) => (isComplete ? all : all.slice(0, 1));

  test.each(chosen(["HTTPS_PROXY", "https_proxy"]))(
    "reaches an https endpoint through the proxy in %s",
    async (variable) => {
      await using proxy = await ConnectProxy.start({ target: httpsPort(), authorization: AUTHORIZATION });
      emulator.resetRequests();
      const { problems, log } = await read(executable, `https://${SERVER}`, {
        [variable]: `http://${CREDENTIALS}@127.0.0.1:${proxy.port}`,
      });
      expect(problems).toEqual([]);
      expect(proxy.seen).toEqual([`CONNECT ${SERVER}:443 ${AUTHORIZATION}`]);
      expect(emulator.requests.map(({ path, status }) => `${path} ${status}`)).toEqual(["/api/v2/sources 200"]);
      expect(Buffer.concat(proxy.tunneled).toString("latin1")).not.toContain(emulator.endpoints.openSource.accessKey);
      expectNoCredentials(log);
    },
  );

  test.each(chosen(["HTTP_PROXY", "http_proxy"]))(
    "reaches an http endpoint through the proxy in %s",
    async (variable) => {
      await using proxy = await ConnectProxy.start({ target: httpPort(), authorization: AUTHORIZATION });
      const { problems, log } = await read(executable, `http://${SERVER}`, {
        [variable]: `http://${CREDENTIALS}@127.0.0.1:${proxy.port}`,
      });
      expect(problems).toEqual([]);
      expect(proxy.seen).toEqual([`GET http://${SERVER}/api/v2/sources ${AUTHORIZATION}`]);
      expectNoCredentials(log);
    },
  );

  test.each(chosen(["NO_PROXY", "no_proxy"]))("reaches a host in the list %s without the proxy", async (variable) => {
    await using proxy = await ConnectProxy.start({ target: httpPort() });
    // 0.0.0.0 is an address of this machine and not a loopback address. A loopback address is never requested through a
    // proxy.
    const { problems } = await read(executable, `http://0.0.0.0:${httpPort()}`, {
      HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
      [variable]: "example.com, 0.0.0.0",
    });
    expect(problems).toEqual([]);
    expect(proxy.seen).toEqual([]);
  });

  test.each(
    chosen([
      ["https", () => httpsPort(), `CONNECT ${SERVER}:443 ${AUTHORIZATION}`],
      ["http", () => httpPort(), `CONNECT ${SERVER}:80 ${AUTHORIZATION}`],
    ] as const),
  )("reaches an %s endpoint through a TLS proxy with a private CA", async (scheme, target, line) => {
    const tls = { key: ofProxy.keyPem, cert: ofProxy.certificatePem };
    await using proxy = await ConnectProxy.start({ target: target(), authorization: AUTHORIZATION, tls });
    const address = `https://${CREDENTIALS}@localhost:${proxy.port}`;
    const { problems, log } = await read(executable, `${scheme}://${SERVER}`, {
      HTTPS_PROXY: address,
      HTTP_PROXY: address,
    });
    expect(problems).toEqual([]);
    expect(proxy.seen).toEqual([line]);
    expectNoCredentials(log);
  });

  test("reports a TLS proxy whose certificate is not trusted", async () => {
    const tls = { key: ofProxy.keyPem, cert: ofProxy.certificatePem };
    await using proxy = await ConnectProxy.start({ target: httpsPort(), tls });
    const { problems } = await read(executable, `https://${SERVER}`, {
      HTTPS_PROXY: `https://localhost:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: "",
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("certificate");
    expect(problems[0]).toContain(`localhost:${proxy.port}`);
  });

  test("sends the user of a proxy address without a password", async () => {
    await using proxy = await ConnectProxy.start({ target: httpsPort() });
    const { problems } = await read(executable, `https://${SERVER}`, {
      HTTPS_PROXY: `http://${USER}@127.0.0.1:${proxy.port}`,
    });
    expect(problems).toEqual([]);
    expect(proxy.seen).toEqual([`CONNECT ${SERVER}:443 Basic ${Buffer.from(`${USER}:`).toString("base64")}`]);
  });

  test.each(chosen(["https", "http"]))(
    "reports a proxy that refuses its credentials for an %s endpoint",
    async (scheme) => {
      await using proxy = await ConnectProxy.start({ target: httpsPort(), authorization: "Basic other" });
      const address = `http://${CREDENTIALS}@127.0.0.1:${proxy.port}`;
      const { problems, log } = await read(executable, `${scheme}://${SERVER}`, {
        HTTPS_PROXY: address,
        HTTP_PROXY: address,
      });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(`the proxy 127.0.0.1:${proxy.port} requires other credentials (407)`);
      expect(problems[0]).toContain(`Fix: Set the user and password in the address in ${scheme.toUpperCase()}_PROXY`);
      expect(proxy.seen).toHaveLength(1);
      expectNoCredentials(`${problems}${log}`);
    },
  );

  test.each(chosen([403, 502]))("reports a proxy that responds to CONNECT with %d", async (refusal) => {
    await using proxy = await ConnectProxy.start({ target: httpsPort(), refusal });
    const { problems, log } = await read(executable, `https://${SERVER}`, {
      HTTPS_PROXY: `http://${CREDENTIALS}@127.0.0.1:${proxy.port}`,
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`the proxy 127.0.0.1:${proxy.port} refused to connect to ${SERVER} (${refusal})`);
    expectNoCredentials(`${problems}${log}`);
  });
}
