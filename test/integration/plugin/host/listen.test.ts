import { readdirSync, statSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import { openReception } from "../../../../src/plugin/host/reception";
import { temporaryFolder } from "../harness/bundle";

const folder = temporaryFolder();
const open: Awaited<ReturnType<typeof openReception>>[] = [];
const listening = async (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform) => {
  const reception = await openReception(environment, platform);
  open.push(reception);
  return reception;
};

afterEach(async () => {
  for (const reception of open.splice(0)) {
    await reception.close();
  }
});

afterAll(() => folder[Symbol.dispose]());

describe("the address for the host", () => {
  test("is the first free loopback port of the range on Windows", async () => {
    const taken = createServer();
    const first = await new Promise<number>((resolve) =>
      taken.listen(0, "127.0.0.1", () => resolve((taken.address() as AddressInfo).port)),
    );
    const range = { PLUGIN_MIN_PORT: String(first), PLUGIN_MAX_PORT: String(first + 20) };
    const { address } = await listening(range, "win32");
    expect(address.network).toBe("tcp");
    const [host, port] = address.text.split(":");
    expect(host).toBe("127.0.0.1");
    expect(Number(port)).toBeGreaterThan(first);
    expect(Number(port)).toBeLessThanOrEqual(first + 20);
    await expect(
      listening({ PLUGIN_MIN_PORT: String(first), PLUGIN_MAX_PORT: String(first) }, "win32"),
    ).rejects.toThrow("is free");
    await new Promise((resolve) => taken.close(resolve));
  });

  test("is a socket on other systems, which only its owner can reach and which leaves no files", async () => {
    const reception = await listening({ PLUGIN_UNIX_SOCKET_DIR: folder.path }, "linux");
    const path = reception.address.text;
    expect(reception.address.network).toBe("unix");
    expect(statSync(path).isSocket()).toBe(true);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    await reception.close();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("is accessible to a group that the host configures", async () => {
    const group = String(process.getgid?.());
    const { address } = await listening(
      { PLUGIN_UNIX_SOCKET_DIR: folder.path, PLUGIN_UNIX_SOCKET_GROUP: group },
      "linux",
    );
    expect(statSync(address.text).mode & 0o777).toBe(0o660);
    const unknown = { PLUGIN_UNIX_SOCKET_DIR: folder.path, PLUGIN_UNIX_SOCKET_GROUP: "no such group" };
    await expect(listening(unknown, "linux")).rejects.toThrow('The group "no such group" does not exist');
  });

  test("keeps connections and their data until a server accepts them", async () => {
    const reception = await listening({ PLUGIN_UNIX_SOCKET_DIR: folder.path }, "linux");
    const client = connect(reception.address.text);
    await new Promise((resolve) => client.write("early", resolve));
    const taken = new Promise<Socket>((take) => reception.handOver({ take }));
    const socket = await taken;
    const heard = await new Promise((resolve) => socket.resume().once("data", resolve));
    expect(String(heard)).toBe("early");
    client.destroy();
    socket.destroy();
  });
});
