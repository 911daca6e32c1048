import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { callCli } from "../../../support/cli/call-cli";
import { json, TestServer } from "../../../support/client/http-server";

const KEY = "5b090003-f1dd-4204-a07e-d04835a01bb3";
const ORGANIZATION = "aaaaaaaa-0000-4000-8000-000000000001";
const SERVICE = "aaaaaaaa-0000-4000-8000-000000000002";

/** A proxy that records the requested hosts and refuses all of them. */
async function refusingProxy() {
  const asked: string[] = [];
  const server = createServer();
  server.on("connect", (request, socket) => {
    asked.push(String(request.url));
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    asked,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const openSource = () => TestServer.start((_request, response) => json(response, 200, { data: [] }));

test.each(["nothing", "keys", "sources"])(
  "check key --may-read %s sends the new key to ClickHouse Cloud, and sends nothing to the server in CLICKSTACK_ENDPOINT",
  async (mayRead) => {
    await using server = await openSource();
    await using proxy = await refusingProxy();
    const { exitCode, stderr } = await callCli(["check", "key", KEY, "--may-read", mayRead], {
      CLICKSTACK_ENDPOINT: server.endpoint,
      CLICKSTACK_API_KEY: "access-key",
      CLICKHOUSE_CLOUD_ENDPOINT: undefined,
      CLICKHOUSE_ORGANIZATION_ID: ORGANIZATION,
      CLICKSTACK_SERVICE_ID: SERVICE,
      CLICKSTACK_CHECK_KEY_ID: "newKeyId",
      CLICKSTACK_CHECK_KEY_SECRET: "newKeySecret",
      HTTPS_PROXY: proxy.address,
    });
    expect(server.seen).toEqual([]);
    expect(proxy.asked).toEqual(["api.clickhouse.cloud:443"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("api.clickhouse.cloud");
  },
);

test.each(["nothing", "sources"])(
  "check key --may-read %s sends nothing to an open-source server that the provider block configures",
  async (mayRead) => {
    await using server = await openSource();
    await using proxy = await refusingProxy();
    const block = { endpoint: server.endpoint, deployment: "open_source", team: "blue", organizationId: ORGANIZATION };
    const { exitCode } = await callCli(["check", "key", KEY, "--may-read", mayRead], {
      CLICKSTACK_CHECK_PROVIDER: JSON.stringify(block),
      CLICKSTACK_API_KEY: "access-key",
      CLICKHOUSE_CLOUD_ENDPOINT: undefined,
      CLICKSTACK_SERVICE_ID: SERVICE,
      CLICKSTACK_CHECK_KEY_ID: "newKeyId",
      CLICKSTACK_CHECK_KEY_SECRET: "newKeySecret",
      HTTPS_PROXY: proxy.address,
    });
    expect(server.seen).toEqual([]);
    expect(proxy.asked).toEqual(["api.clickhouse.cloud:443"]);
    expect(exitCode).toBe(1);
  },
);
