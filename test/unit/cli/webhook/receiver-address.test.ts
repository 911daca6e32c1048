import { findReceiver } from "../../../../src/cli/server/webhook/receiver-address";

const PUBLIC = "https://8.8.8.8";

describe("the address of a webhook", () => {
  test.each([
    ["http://127.0.0.1:9/x", PUBLIC, "127.0.0.1 has a loopback address"],
    ["http://localhost/x", "http://10.1.2.3", "localhost has a loopback address"],
    ["http://[::1]/x", PUBLIC, "[::1] has a loopback address"],
    ["http://[::ffff:10.0.0.1]/x", PUBLIC, "[::ffff:a00:1] has a private address"],
    ["http://192.168.1.1/x", PUBLIC, "192.168.1.1 has a private address"],
    ["http://169.254.169.254/latest", "http://10.1.2.3", "169.254.169.254 has a reserved address"],
    ["http://169.254.169.254/latest", "http://127.0.0.1:8000", "169.254.169.254 has a reserved address"],
    ["http://0.0.0.0/x", PUBLIC, "0.0.0.0 has a reserved address"],
    ["http://2130706433/x", PUBLIC, "127.0.0.1 has a loopback address"],
    ["http://017700000001/x", PUBLIC, "127.0.0.1 has a loopback address"],
    ["http://[::127.0.0.1]/x", PUBLIC, "[::7f00:1] has a reserved address"],
    ["http://[64:ff9b::10.0.0.1]/x", PUBLIC, "[64:ff9b::a00:1] has a reserved address"],
    ["http://[fd00::1]/x", undefined, "[fd00::1] has a private address"],
  ])("%s is refused for a server at %s", async (url, server, problem) => {
    expect(await findReceiver(new URL(url), { server })).toEqual({ problem });
  });

  test.each([
    ["https://8.8.4.4/x", PUBLIC, "8.8.4.4"],
    ["http://192.168.1.1/x", "http://10.1.2.3", "192.168.1.1"],
    ["http://192.168.1.1/x", "http://127.0.0.1:8000", "192.168.1.1"],
    ["http://127.0.0.1:9/x", "http://[::1]:8000", "127.0.0.1"],
  ])(
    "%s is accepted for a server at %s, and the request uses only the checked IP address",
    async (url, server, address) => {
      expect(await findReceiver(new URL(url), { server })).toEqual({ addresses: [{ address, family: 4 }] });
    },
  );

  test("is always accepted with --allow-private", async () => {
    const found = await findReceiver(new URL("http://127.0.0.1/x"), { server: PUBLIC, allowsPrivate: true });
    expect(found).toEqual({ addresses: [{ address: "127.0.0.1", family: 4 }] });
  });
});
