import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConnectionError } from "../../../../src/client";
import { makeCertificate } from "../../../../src/plugin/host/certificate";
import { openSourceClient, rejection } from "../../../support/client/clients";
import { RefusingPort } from "../../../support/refusing-port";

const certificate = makeCertificate();
const servers: { close(): unknown; closeAllConnections(): void }[] = [];
let folder = "";
let authorities = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-tls-"));
  authorities = join(folder, "ca.pem");
  writeFileSync(authorities, certificate.certificatePem);
});

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

async function listening(server: Server & { closeAllConnections(): void }): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function tlsServer(): Promise<number> {
  const { keyPem: key, certificatePem: cert } = certificate;
  return listening(
    createHttpsServer({ key, cert }, (_request, response) => {
      response.setHeader("content-type", "application/json").end('{"data":[{"id":"650000000000000000000001"}]}');
    }),
  );
}

/** A forward proxy that tunnels everything to one port and handles plain requests itself. */
async function proxyTo(target: number) {
  const seen: string[] = [];
  const proxy = createHttpServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "application/json").end('{"data":[{"id":"650000000000000000000002"}]}');
  });
  proxy.on("connect", (request, socket) => {
    seen.push(`CONNECT ${request.url} ${request.headers.authorization}`);
    if (target === 0) {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const upstream = connect(target, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  return { seen, address: `http://user:geheim@127.0.0.1:${await listening(proxy)}` };
}

test("a private CA in NODE_EXTRA_CA_CERTS is trusted", async () => {
  const port = await tlsServer();
  await using client = openSourceClient(`https://localhost:${port}`, {
    environment: { NODE_EXTRA_CA_CERTS: authorities },
  });
  expect(await client.dashboards.list()).toMatchObject([{ id: "650000000000000000000001" }]);
});

test("an untrusted certificate is refused immediately, with the fix", async () => {
  const port = await tlsServer();
  await using client = openSourceClient(`https://localhost:${port}`);
  const error = (await rejection(client.dashboards.list())) as ConnectionError;
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT", lasting: true });
  expect(error.message).toContain("NODE_EXTRA_CA_CERTS");
  expect(client.clock.pauses).toEqual([]);
});

test("an unreadable CA file is shown in the error", async () => {
  const port = await tlsServer();
  const missing = join(folder, "none.pem");
  await using client = openSourceClient(`https://localhost:${port}`, { environment: { NODE_EXTRA_CA_CERTS: missing } });
  expect(String(await rejection(client.dashboards.list()))).toContain(
    `${missing} in NODE_EXTRA_CA_CERTS could not be read (ENOENT)`,
  );
});

test("an https request goes through a tunnel that never sees the key", async () => {
  const { seen, address } = await proxyTo(await tlsServer());
  await using client = openSourceClient("https://api.invalid", {
    environment: { HTTPS_PROXY: address, NODE_EXTRA_CA_CERTS: authorities },
  });
  const error = (await rejection(client.dashboards.list())) as ConnectionError;
  expect(seen).toEqual(["CONNECT api.invalid:443 undefined"]);
  // The client opened the tunnel and then refused the certificate, because it is for another name.
  expect(error.message).toContain("certificate");
  expect(error.message).not.toContain("geheim");
});

test("a plain http request goes through the proxy if plain http is allowed", async () => {
  const { seen, address } = await proxyTo(0);
  await using client = openSourceClient("http://api.invalid", {
    allowInsecureHttp: true,
    environment: { HTTP_PROXY: address },
  });
  expect(await client.dashboards.list()).toMatchObject([{ id: "650000000000000000000002" }]);
  expect(seen).toEqual(["GET http://api.invalid/api/v2/dashboards"]);
});

test("a proxy that refuses is shown without its password, and the request is not repeated", async () => {
  const { seen, address } = await proxyTo(0);
  await using client = openSourceClient("https://api.invalid", { environment: { HTTPS_PROXY: address } });
  const error = (await rejection(client.dashboards.list())) as ConnectionError;
  expect(error).toMatchObject({ code: "PROXY_REFUSED", reached: "never", lasting: true });
  expect(error.message).toMatch(/the proxy 127\.0\.0\.1:\d+ refused to connect to api\.invalid \(403\)/);
  expect(error.message).not.toContain("geheim");
  expect(seen).toHaveLength(1);
});

test("an invalid address of a proxy causes a clear error", async () => {
  await using client = openSourceClient("https://api.invalid", {
    environment: { HTTPS_PROXY: "http://user:geheim@[" },
  });
  const error = await rejection(client.dashboards.list());
  expect(error).toMatchObject({ code: "PROXY_INVALID" });
  expect(String(error)).not.toContain("geheim");
});

test("an https address of a plain http server causes an error with the fix, without retries", async () => {
  const port = await listening(createHttpServer((_request, response) => response.end("{}")));
  await using client = openSourceClient(`https://localhost:${port}`);
  const error = (await rejection(client.dashboards.list())) as ConnectionError;
  expect(error).toMatchObject({ reached: "never", lasting: true });
  expect(error.message).toContain("the address starts with https, but the server uses plain http");
  expect(error.message).toContain(`Fix: Use http://localhost:${port}`);
  expect(client.clock.pauses).toEqual([]);
});

test("reads are not retried while the server is known to be down, and writes are retried", async () => {
  await using port = await RefusingPort.hold();
  await using client = openSourceClient(`http://127.0.0.1:${port.port}`);
  await rejection(client.dashboards.list());
  const pauses = client.clock.pauses.length;
  expect(pauses).toBeGreaterThan(0);
  await rejection(client.alerts.list());
  expect(client.clock.pauses).toHaveLength(pauses);
  await rejection(client.dashboards.create({ name: "n", tiles: [] }));
  expect(client.clock.pauses.length).toBeGreaterThan(pauses);
});
