import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deployment } from "../../../../src/client";
import type { Emulator } from "../../../../src/emulator";
import type { ExactJson, ExactJsonObject } from "../../../../src/plugin";
import { type Client, createClient } from "../../../../src/resources/client";
import { VERSION } from "../../../../src/version";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";

const STORED = join(__dirname, "..", "..", "..", "fixtures", "versions", VERSION);

/** The folder with the stored state of a deployment. */
const FOLDERS: Readonly<Record<Deployment, string>> = { open_source: "open-source", managed: "managed" };

/** An emulator with the objects of this version's stored state. It does not store writes. */
async function emulatorOfEverything(deployment: Deployment): Promise<Emulator & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), "everything-"));
  const stateFile = join(folder, "server.json");
  copyFileSync(join(STORED, FOLDERS[deployment], "server.json"), stateFile);
  const { at } = JSON.parse(readFileSync(join(STORED, FOLDERS[deployment], "made.json"), "utf8")) as { at: string };
  const emulator = await startEmulator({ stateFile, switches: { teamRoles: true }, now: () => new Date(at) });
  return Object.assign(emulator, {
    async [Symbol.asyncDispose]() {
      await emulator.stop();
      rmSync(folder, { recursive: true });
    },
  });
}

type Operation = "list" | "get" | "create" | "update" | "delete";

/** An operation of the client, and a normal response to its request. */
export interface KnownCall {
  readonly deployment: Deployment;
  readonly collection: CollectionName;
  readonly operation: Operation;
  readonly id: string;
  readonly response: ExactJson;
}

/** The client's collections by name. */
export type CollectionName = { [N in keyof Client]: Client[N] extends { list: unknown } ? N : never }[keyof Client];

/** The settings of a client for a server at an address, by deployment. */
export function clientSettings(deployment: Deployment, endpoint: string, credentials = CREDENTIALS) {
  return deployment === "open_source"
    ? { openSource: { ...credentials.openSource, endpoint } }
    : { managed: { ...credentials.managed, endpoint, product: "clickstack", requestsPerWindow: 100_000 } };
}

const CREDENTIALS = {
  openSource: { accessKey: "00000000-0000-4000-8000-000000000001" },
  managed: {
    organizationId: "11111111-1111-4111-8111-111111111111",
    serviceId: "22222222-2222-4222-8222-222222222222",
    keyId: "keyIdOfTheTests",
    keySecret: "secretOfTheTests",
  },
};

/** Returns every operation of a deployment, with the emulator's response. */
export async function knownCalls(deployment: Deployment): Promise<readonly KnownCall[]> {
  await using emulator = await emulatorOfEverything(deployment);
  const { openSource, managed } = emulator.endpoints;
  await using heard = await Heard.of(openSource.endpoint);
  const settings = clientSettings(deployment, heard.endpoint, { openSource, managed });
  const client = createClient({ userAgent: "fuzz", environment: {}, ...settings });
  const calls: KnownCall[] = [];
  for (const collection of collectionNames(client)) {
    if (client[collection].unsupported("list") !== undefined) {
      continue;
    }
    const [first] = await client[collection].list();
    const list = heard.last;
    // The stored states contain no object of some collections.
    if (first === undefined) {
      calls.push({ deployment, collection, operation: "list", id: "", response: list });
      continue;
    }
    const { id } = first;
    await client[collection].get(id);
    const one = heard.last;
    const responses = { list, get: one, update: one, create: createdResponse(collection, one), delete: {} };
    for (const [operation, response] of Object.entries(responses) as [Operation, ExactJson][]) {
      if (client[collection].unsupported(operation) !== undefined) {
        continue;
      }
      calls.push({ deployment, collection, operation, id, response });
    }
  }
  await client.close();
  return calls;
}

function collectionNames(client: Client): readonly CollectionName[] {
  return (Object.keys(client) as (keyof Client)[]).filter((name): name is CollectionName => {
    const part: unknown = client[name];
    return typeof part === "object" && part !== null && "list" in part;
  });
}

/** The create of a key returns the key and the credentials with which requests are signed. */
function createdResponse(collection: CollectionName, one: ExactJson): ExactJson {
  if (collection !== "apiKeys") {
    return one;
  }
  const { result } = one as { result: ExactJson };
  return { status: 200, result: { key: result, keyId: "keyIdThatWasMade", keySecret: "secretThatWasMade" } };
}

/** An object in a stored state: its attributes in the state, and the response to its get request. */
export interface StoredObject {
  readonly typeName: string;
  readonly attributes: ExactJsonObject;
  readonly response: ExactJson;
}

/** The objects of a stored state, and the responses to lists by collection. */
export interface StoredObjects {
  readonly objects: readonly StoredObject[];
  readonly lists: ReadonlyMap<CollectionName, ExactJson>;
}

/** Returns all objects in the stored state of a deployment, in the form of the emulator's responses. */
export async function storedObjects(deployment: Deployment): Promise<StoredObjects> {
  await using emulator = await emulatorOfEverything(deployment);
  const { openSource, managed } = emulator.endpoints;
  await using heard = await Heard.of(openSource.endpoint);
  const settings = {
    ...clientSettings("managed", heard.endpoint, { openSource, managed }),
    ...(deployment === "open_source" && clientSettings(deployment, heard.endpoint, { openSource, managed })),
  };
  const client = createClient({ userAgent: "fuzz", environment: {}, ...settings });
  const held = resourcesOf(deployment);
  const objects: StoredObject[] = [];
  const lists = new Map<CollectionName, ExactJson>();
  for (const collection of collectionNames(client)) {
    if (client[collection].unsupported("list") !== undefined) {
      continue;
    }
    const records = await client[collection].list();
    lists.set(collection, heard.last);
    for (const { id } of records) {
      const resource = held.get(id);
      if (!resource) {
        continue;
      }
      await client[collection].get(id);
      objects.push({ ...resource, response: heard.last });
    }
  }
  await client.close();
  return { objects, lists };
}

function resourcesOf(deployment: Deployment): ReadonlyMap<string, Omit<StoredObject, "response">> {
  const { resources } = JSON.parse(readFileSync(join(STORED, FOLDERS[deployment], "terraform.tfstate"), "utf8")) as {
    resources: { mode: string; type: string; instances: { attributes: ExactJsonObject }[] }[];
  };
  return new Map(
    resources
      .filter(({ mode }) => mode === "managed")
      .flatMap(({ type, instances }) =>
        instances.map(({ attributes }) => [String(attributes.id), { typeName: type, attributes }]),
      ),
  );
}

/** Forwards requests to a server, and stores its last response. */
class Heard implements AsyncDisposable {
  last: ExactJson = null;

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    readonly endpoint: string,
  ) {}

  static async of(endpoint: string): Promise<Heard> {
    const server = createServer(async (request, response) => {
      const headers = { authorization: request.headers.authorization ?? "" };
      const upstream = await fetch(endpoint + request.url, { headers });
      const text = await upstream.text();
      heard.last = JSON.parse(text) as ExactJson;
      response.writeHead(upstream.status, { "content-type": "application/json" }).end(text);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const heard = new Heard(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return heard;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
