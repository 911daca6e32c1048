import type { Emulator } from "../../src/emulator";
import { startEmulator } from "../support/emulator/emulator-for-tests";
import { type Exchange, FaultProxy, type ProxiedRequest, type ProxiedResponse } from "../support/fault-proxy";
import { ui } from "../support/ui";
import { ServedWorkspace } from "../support/workspace";

const ORGANIZATIONS = ["aaaaaaaa-0000-4000-8000-00000000000a", "bbbbbbbb-0000-4000-8000-00000000000b"] as const;
const NAMES = ["a", "b"] as const;
type Name = (typeof NAMES)[number];

interface StoredKey {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

/** Two organizations of one server. Each request is sent to the emulator of the organization in the request's path. */
let emulators: Readonly<Record<Name, Emulator>>;
let proxy: FaultProxy;
let workspace: ServedWorkspace;
let losesCreate: boolean;

beforeEach(async () => {
  const [a, b] = await Promise.all(ORGANIZATIONS.map((organizationId) => startEmulator({ seed: { organizationId } })));
  if (!a || !b) {
    throw new Error("There are two organizations.");
  }
  emulators = { a, b };
  const { managed: first } = a.endpoints;
  const { managed: second } = b.endpoints;
  proxy = new FaultProxy(first.endpoint);
  proxy.handle = async (exchange) => {
    const { request } = exchange;
    if (request.path.includes(ORGANIZATIONS[1])) {
      exchange.send(await askOther(second.endpoint, request));
    } else if (losesCreate && request.method === "POST") {
      await loseResponse(exchange);
    } else {
      await exchange.pass();
    }
  };
  losesCreate = false;
  await proxy.start();
  workspace = new ServedWorkspace({});
});

afterEach(async () => {
  workspace.remove();
  await proxy.stop();
  await Promise.all(NAMES.map((name) => emulators[name].stop()));
});

/** Lets the first organization create a key and drops the response, once. */
async function loseResponse(exchange: Exchange): Promise<void> {
  losesCreate = false;
  await exchange.forward();
  exchange.cut();
}

async function askOther(endpoint: string, { method, path, headers, body }: ProxiedRequest): Promise<ProxiedResponse> {
  const { authorization = "", "content-type": type = "application/json" } = headers;
  const response = await fetch(endpoint + path, {
    method,
    headers: { authorization, "content-type": type },
    ...(body !== "" && { body }),
  });
  return {
    status: response.status,
    headers: { "content-type": response.headers.get("content-type") ?? "" },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** One provider for each organization, and in each organization a key with the same name. */
const stack = (versions: Readonly<Record<Name, string>>) =>
  NAMES.map((name) => aliasAndKey(name, versions[name])).join("");

function aliasAndKey(name: Name, version: string): string {
  const { organizationId, keyId, keySecret } = emulators[name].endpoints.managed;
  return `
provider "clickstack" {
  alias               = "${name}"
  cloud_endpoint      = "${proxy.endpoint}"
  organization_id     = "${organizationId}"
  cloud_api_key       = "${keyId}"
  cloud_api_secret    = "${keySecret}"
  requests_per_window = 10000
}
resource "clickstack_api_key" "${name}" {
  provider        = clickstack.${name}
  name            = "ci"
  allow_any_ip    = true
  secret_in_state = true
  overlap         = "7d"
  keepers         = { version = "${version}" }
  lifecycle {
    create_before_destroy = true
  }
}
`;
}

const idIn = async (name: Name) => String((await workspace.state(`clickstack_api_key.${name}`)).id);

async function keysIn(name: Name): Promise<readonly StoredKey[]> {
  const { data } = (await ui(emulators[name], "GET", "/keys")) as { data: readonly StoredKey[] };
  return data.filter((key) => key.name !== "Emulator admin");
}

/** The ids of the keys that the provider has changed or deleted in an organization. */
function writtenIn(name: Name): readonly string[] {
  const writes = emulators[name].requests.filter(({ method }) => method === "PATCH" || method === "DELETE");
  return writes.map(({ path }) => path.split("/").at(-1) ?? "");
}

test("keys with the same name in two organizations are created, and lost responses are recovered, each in its organization", async () => {
  losesCreate = true;
  await workspace.applyOf(stack({ a: "1", b: "1" }));
  for (const name of NAMES) {
    expect(await keysIn(name)).toMatchObject([{ id: await idIn(name), name: "ci" }]);
  }
  expect(losesCreate).toBe(false);
  expect(await workspace.plannedDifferences()).toEqual([]);
});

test("a rotation, an interrupted key and a destroy in one organization change nothing in the other", async () => {
  await workspace.applyOf(stack({ a: "1", b: "1" }));
  const [firstA, firstB] = [await idIn("a"), await idIn("b")];
  for (const name of NAMES) {
    emulators[name].resetRequests();
  }

  workspace.write(stack({ a: "2", b: "1" }));
  await workspace.apply();
  expect(writtenIn("b")).toEqual([]);
  expect(await keysIn("b")).toMatchObject([{ id: firstB, name: "ci" }]);
  expect((await keysIn("a")).map(({ name }) => name.replace(/ [0-9a-f]{12}\)/, ")"))).toEqual([
    "ci (previous generation)",
    "ci",
  ]);

  workspace.write(stack({ a: "2", b: "2" }));
  await workspace.apply();
  expect(await workspace.plannedDifferences()).toEqual([]);
  const state = await workspace.states();
  const generationsOf = (name: Name) => state.get(`clickstack_api_key.${name}`)?.generations;
  expect(generationsOf("a")).toMatchObject([{ id: firstA }]);
  expect(generationsOf("b")).toEqual([]);

  const currentB = await idIn("b");
  await workspace.must("state", "rm", "clickstack_api_key.a");
  const { stdout } = await workspace.plan();
  expect(stdout).toContain("1 to add, 0 to change, 0 to destroy");
  for (const { id } of await keysIn("b")) {
    expect(stdout.replace(/\[id=[^\]]*\]/g, "")).not.toContain(id);
  }

  emulators.a.resetRequests();
  await workspace.must("destroy", "-auto-approve", "-no-color");
  expect(emulators.a.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(await keysIn("b")).toEqual([]);
  expect(currentB).not.toBe(firstB);
});
