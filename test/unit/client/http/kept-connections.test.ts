import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { objectId, openSourceClient } from "../../../support/client/clients";

/** Behavior of the server for a second request on a connection. */
type OnReuse = "reset before it is carried out" | "reset after it is carried out";

/**
 * Starts a server that resets a connection once, at a second request of this method. It stores the dashboards that are
 * created.
 */
async function resettingServer(method: string, onReuse: OnReuse) {
  const sockets = new Set<Socket>();
  const lines: string[] = [];
  const stored: { readonly id: string }[] = [];
  let hasReset = false;
  const respond = (socket: Socket, body: object) => {
    const text = JSON.stringify(body);
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nratelimit-limit: 100\r\nratelimit-remaining: 99\r\nratelimit-reset: 60\r\n` +
        `date: ${new Date().toUTCString()}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  };
  const server = createServer((socket) => {
    let requests = 0;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      const [line = ""] = data.toString("latin1").split("\r\n");
      const verb = line.split(" ")[0];
      requests += 1;
      lines.push(`${verb} ${requests === 1 ? "new" : "kept"}`);
      const resets = !hasReset && requests > 1 && verb === method;
      // The id contains the time of the create. The client recognizes its object by this time.
      const created = { id: objectId(), name: "n", tiles: [] };
      if (verb === "POST" && !(resets && onReuse === "reset before it is carried out")) {
        stored.push(created);
      }
      if (resets) {
        hasReset = true;
        socket.resetAndDestroy();
        return;
      }
      respond(socket, { data: verb === "POST" ? created : stored });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    stored,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("a GET on a reused connection that the server resets is repeated immediately on a new connection", async () => {
  await using server = await resettingServer("GET", "reset before it is carried out");
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.list();
  await setImmediate(); // the connection is free in the next turn of the event loop
  expect(await client.dashboards.list()).toEqual([]);
  expect(server.lines).toEqual(["GET new", "GET kept", "GET new"]);
  expect(client.clock.pauses.filter((pause) => pause > 400)).toEqual([]);
});

test.each<[OnReuse, readonly string[]]>([
  ["reset before it is carried out", ["GET", "POST", "GET", "POST"]],
  ["reset after it is carried out", ["GET", "POST", "GET"]],
])("a POST on a reused connection that is %s creates only one object", async (onReuse, methods) => {
  await using server = await resettingServer("POST", onReuse);
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.list();
  await setImmediate(); // the connection is free in the next turn of the event loop
  const { id } = await client.dashboards.create({ name: "n", tiles: [] });
  expect(server.stored.map((each) => each.id)).toEqual([id]);
  expect(server.lines[1]).toBe("POST kept");
  expect(server.lines.map((line) => line.split(" ")[0])).toEqual(methods);
});
