import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { postWebhook } from "../../../../src/cli/server/webhook/post-webhook";

const LOOPBACK = [{ address: "127.0.0.1", family: 4 }];

describe("a request to a webhook", () => {
  let server: Server;
  let paths: (string | undefined)[];

  beforeEach(async () => {
    paths = [];
    server = createServer(({ url }, response) => {
      paths.push(url);
      response.writeHead(307, { location: "/followed" }).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const post = (addresses: typeof LOOPBACK, environment = {}) => {
    const url = new URL(`http://localhost:${(server.address() as AddressInfo).port}/hook`);
    return postWebhook({ url, body: "{}", environment, addresses });
  };

  test("does not follow a redirect", async () => {
    expect(await post(LOOPBACK)).toMatchObject({ accepted: false, status: 307 });
    expect(paths).toEqual(["/hook"]);
  });

  test.each([
    ["without a proxy", {}],
    ["for a host in NO_PROXY", { HTTP_PROXY: "http://127.0.0.1:1", NO_PROXY: "localhost" }],
  ])(
    "is not sent to a host without a checked address, even if the system now resolves the host: %s",
    async (_, environment) => {
      await expect(post([], environment)).rejects.toThrow("ENOTFOUND");
      expect(paths).toEqual([]);
    },
  );
});
