import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificate } from "../../../../src/plugin/host/certificate";
import { Program } from "../../../support/client/programs/run-program";

let folder: string;
let authorities: string;
let program: Program;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-tls-"));
  authorities = join(folder, "ca.pem");
  program = new Program("list-dashboards");
  writeFileSync(authorities, certificate.certificatePem);
});

afterAll(() => {
  program[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

const certificate = makeCertificate();
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts an HTTPS server with an untrusted certificate. It records the keys that it receives. */
async function selfSigned(target?: number) {
  const keys: unknown[] = [];
  const server = createServer({ key: certificate.keyPem, cert: certificate.certificatePem }, (request, response) => {
    keys.push(request.headers.authorization);
    response.setHeader("content-type", "application/json").end('{"data":[]}');
  });
  server.on("connect", (request, socket) => {
    keys.push(request.headers["proxy-authorization"]);
    const upstream = connect(target ?? 0, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { keys, port: (server.address() as AddressInfo).port };
}

describe.each(["node", "bun"] as const)("NODE_TLS_REJECT_UNAUTHORIZED=0 in %s", (runtime) => {
  const ask = (environment: Record<string, string>) =>
    program.run(runtime, { NODE_TLS_REJECT_UNAUTHORIZED: "0", ...environment });

  test("does not send the key to a server with an untrusted certificate, and the error mentions the ignored variable", async () => {
    const server = await selfSigned();
    const { stdout } = await ask({ ENDPOINT: `https://localhost:${server.port}` });
    expect(stdout).toMatch(/^DEPTH_ZERO_SELF_SIGNED_CERT .*NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored/);
    expect(stdout).toContain("NODE_EXTRA_CA_CERTS");
    expect(server.keys).toEqual([]);
  });

  test("does not send the key through a proxy's tunnel to an untrusted server", async () => {
    const server = await selfSigned();
    // The proxy is trusted. The server behind it is not, because its certificate is for another name.
    const proxy = await selfSigned(server.port);
    const { stdout } = await ask({
      ENDPOINT: "https://api.invalid",
      HTTPS_PROXY: `https://localhost:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: authorities,
    });
    expect(stdout).toMatch(/^ERR_TLS_CERT_ALTNAME_INVALID /);
    expect(proxy.keys).toEqual([undefined]);
    expect(server.keys).toEqual([]);
  });

  test("does not send proxy credentials to a proxy with an untrusted certificate", async () => {
    const server = await selfSigned();
    const proxy = await selfSigned(server.port);
    const { stdout } = await ask({
      ENDPOINT: "https://api.invalid",
      HTTPS_PROXY: `https://user:geheim@localhost:${proxy.port}`,
    });
    expect(stdout).not.toMatch(/returned|geheim/);
    expect(proxy.keys).toEqual([]);
    expect(server.keys).toEqual([]);
  });

  test("does not affect a server whose CA is in NODE_EXTRA_CA_CERTS", async () => {
    const server = await selfSigned();
    const { stdout } = await ask({
      ENDPOINT: `https://localhost:${server.port}`,
      NODE_EXTRA_CA_CERTS: authorities,
    });
    expect(stdout).toBe("returned []\n");
  });
});
