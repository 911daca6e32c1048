import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ListenOptions, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { visiblePath } from "../../visible";
import { type Address, NotServableError } from "./handshake";

interface Listening {
  readonly address: Address;
  /** Removes the socket file. It is synchronous because it runs when the process exits. */
  readonly cleanUp: () => void;
}

async function listenOnSocket(server: Server, environment: NodeJS.ProcessEnv): Promise<Listening> {
  // In a private folder, the name of the socket is free, and other users cannot reach it.
  const folder = socketFolder(environment);
  const path = join(folder, "s");
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  try {
    await bind(server, { path });
    shareWithGroup(folder, path, environment.PLUGIN_UNIX_SOCKET_GROUP);
  } catch (error) {
    server.close();
    cleanUp();
    throw error;
  }
  return { address: { network: "unix", text: path }, cleanUp };
}

function socketFolder({ PLUGIN_UNIX_SOCKET_DIR: named }: NodeJS.ProcessEnv): string {
  const parent = named || tmpdir();
  try {
    return mkdtempSync(join(parent, "plugin"));
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    const variable = named ? "PLUGIN_UNIX_SOCKET_DIR" : "TMPDIR";
    throw new NotServableError(
      `The provider cannot create its socket in ${visiblePath(parent)}: ${code}. Fix: Set ${variable} to a folder that this user can write to.`,
    );
  }
}

async function listenOnPort(server: Server, environment: NodeJS.ProcessEnv): Promise<Listening> {
  const host = "127.0.0.1";
  const first = Number(environment.PLUGIN_MIN_PORT || 0);
  const last = Number(environment.PLUGIN_MAX_PORT || first);
  for (let port = first; port <= last; port += 1) {
    try {
      await bind(server, { host, port });
      const bound = server.address();
      const text = `${host}:${typeof bound === "object" && bound ? bound.port : port}`;
      return { address: { network: "tcp", text }, cleanUp: () => undefined };
    } catch (error) {
      if ((error as NodeJS.ErrnoException | undefined)?.code !== "EADDRINUSE") {
        throw error;
      }
    }
  }
  throw new NotServableError(`No port between ${first} and ${last} is free (PLUGIN_MIN_PORT, PLUGIN_MAX_PORT).`);
}

async function bind(server: Server, where: ListenOptions): Promise<void> {
  server.listen(where);
  await once(server, "listening");
}

/** Lets a group, given by number or name, use the socket. Only hosts that run plugins as another user ask for it. */
function shareWithGroup(folder: string, path: string, group: string | undefined): void {
  if (!group) {
    return;
  }
  const id = groupId(group);
  chownSync(folder, -1, id);
  chmodSync(folder, 0o750);
  chownSync(path, -1, id);
  chmodSync(path, 0o660);
}

function groupId(group: string): number {
  if (/^\d+$/.test(group)) {
    return Number(group);
  }
  const line = readFileSync("/etc/group", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${group}:`));
  if (!line) {
    throw new NotServableError(
      `The group ${JSON.stringify(group)} does not exist. Fix: Set PLUGIN_UNIX_SOCKET_GROUP to an existing group.`,
    );
  }
  return Number(line.split(":")[2]);
}

export interface Backend {
  take(connection: Socket): void;
  /** Aborts calls that can be aborted and waits for the writes in flight. */
  stop(): Promise<void>;
  /** Resolves when the host has received the responses of all calls whose work is done. */
  finishResponses(): Promise<void>;
  close(): Promise<void>;
}

/** Accepts connections immediately and holds them until a backend is available. */
interface Reception {
  readonly address: Address;
  handOver(backend: Pick<Backend, "take">): void;
  /** Stops accepting connections and removes the socket. */
  close(): Promise<void>;
}

/**
 * Listens at an address that the host can reach. This is a unix socket in PLUGIN_UNIX_SOCKET_DIR or a new private
 * folder. On Windows it is a loopback port between PLUGIN_MIN_PORT and PLUGIN_MAX_PORT. Connections are passed on
 * paused, so that no data is lost before a reader exists.
 */
export async function openReception(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): Promise<Reception> {
  const waiting: Socket[] = [];
  let take = (connection: Socket): void => void waiting.push(connection);
  // Nagle's algorithm would delay responses by 40 ms over TCP.
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (connection) => take(connection));
  const listen = platform === "win32" ? listenOnPort : listenOnSocket;
  const { address, cleanUp } = await listen(server, environment);
  process.once("exit", cleanUp);
  return {
    address,
    handOver: (backend) => {
      take = (connection) => backend.take(connection);
      for (const connection of waiting.splice(0)) {
        take(connection);
      }
    },
    close: () => {
      cleanUp();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
