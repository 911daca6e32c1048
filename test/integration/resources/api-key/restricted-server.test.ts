import { type KeyRefusal, seedIds } from "../../../../src/emulator";
import { DiagnosticError, type ObjectValue } from "../../../../src/plugin";
import { complete } from "../../../../src/plugin/plan/nested";
import { apiKeyDataSource, apiKeysDataSource } from "../../../../src/resources/api-key/data-source";
import { createClient } from "../../../../src/resources/client";
import { Session } from "../../../../src/resources/shared/session";
import { KeyEngine } from "../../../support/key-engine";
import { ProviderProcess } from "../../../support/provider-process";
import { EmulatorWithKeys } from "../../../support/restricted-keys";

const provider = new ProviderProcess();
afterAll(() => provider[Symbol.asyncDispose]());

const ADMIN = seedIds.adminRole;

/** Starts a server with one key that offers get and update of keys only, and an engine that adopts the key. */
async function restricted(keyRefusal: KeyRefusal) {
  const server = await EmulatorWithKeys.start({ keyOperations: "get-and-update", keyRefusal }, ["ci"]);
  const id = server.keys[0]?.id ?? "";
  const engine = new KeyEngine(server.emulator, provider);
  return { server, id, engine, adopted: (fields: ObjectValue = {}) => ({ adopt: { id, name: null }, ...fields }) };
}

/** Reads a data source with a separate client, as every plan does. */
async function look({ emulator }: EmulatorWithKeys, source: typeof apiKeyDataSource, config: ObjectValue) {
  const managed = { ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 1000 };
  const client = createClient({ userAgent: "tests", environment: {}, managed });
  const { signal } = new AbortController();
  const request = { config: complete(source.schema.attributes, config) };
  try {
    return await source.read(request, { session: new Session(client), signal, log: undefined as never });
  } finally {
    await client.close();
  }
}

async function errorOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DiagnosticError)) {
    throw error ?? new Error("nothing was refused");
  }
  return error.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n");
}

describe.each(["400", "403", "404", "405", "html-404"] as const)(
  "a server that refuses the list of keys with %s",
  (refusal) => {
    test("returns a key with its deprecated roles by id, and other look-ups fail because they need the list", async () => {
      const { server, id } = await restricted(refusal);
      await using _ = server;
      const { state } = await look(server, apiKeyDataSource, { id: seedIds.startKey.toUpperCase() });
      expect(state).toMatchObject({ id: seedIds.startKey.toUpperCase(), name: "Emulator admin", roles: ["admin"] });
      expect((await look(server, apiKeyDataSource, { id })).state).toMatchObject({ name: "ci", roles: [] });
      const refused = [
        look(server, apiKeyDataSource, { name: "ci" }),
        look(server, apiKeyDataSource, { in_use: true }),
        look(server, apiKeysDataSource, {}),
      ];
      for (const each of refused) {
        expect(await errorOf(each)).toContain("needs the list of API keys");
      }
    });

    test("causes an error if it refuses a delete, and the key stays in the state", async () => {
      const { server, engine, adopted, id } = await restricted(refusal);
      await using _ = server;
      await engine.apply(adopted({ on_destroy: "delete" }));
      expect(await errorOf(engine.apply(null))).toContain('Fix: set on_destroy = "disable"');
      expect(engine.get("id")).toBe(id);
      expect((await server.stored(id)).name).toBe("ci");
    });

    test("accepts roles by their ids, and by name only if the key already has them", async () => {
      const { server, engine, adopted, id } = await restricted(refusal);
      await using _ = server;
      await engine.apply(adopted({ assigned_role_ids: [ADMIN] }));
      expect((await server.stored(id)).assignedRoles).toMatchObject([{ roleId: ADMIN }]);
      const named = adopted({ role_names: ["Admin"] });
      await engine.apply(named);
      expect(await engine.plan(named)).toBe("unchanged");
      expect(await errorOf(engine.plan(adopted({ role_names: ["Admin", "Developer"] })))).toContain(
        'Cannot look up the role "Developer"',
      );
    });
  },
);

test("each key is read once per plan after one refused list request", async () => {
  const { server, engine, adopted } = await restricted("405");
  await using _ = server;
  await engine.apply(adopted());
  server.emulator.resetRequests();
  expect(await engine.plan(adopted({ state: "disabled" }))).toBe("updated");
  expect(engine.warnings).toEqual(["The server refuses the list of API keys"]);
  const requests = server.emulator.requests.map(({ method, path }) => `${method} ${path.split("/keys")[1]}`);
  expect(requests.filter((request) => request === "GET ")).toHaveLength(1);
  expect(requests.filter((request) => request !== "GET ")).toHaveLength(1);
});

test("a list request that fails with a 5xx status causes an error", async () => {
  await using server = await EmulatorWithKeys.start({}, ["ci"]);
  const engine = new KeyEngine(server.emulator, provider);
  const config = { adopt: { id: server.keys[0]?.id ?? "", name: null } };
  await engine.apply(config);
  server.emulator.failNext({ method: "GET", path: "/v1/organizations/*/keys", status: 501, times: 99 });
  expect(await errorOf(engine.plan({ ...config, state: "disabled" }))).toContain("returned 501");
});

test("the key in use is recognized without the list of keys", async () => {
  const { server, engine } = await restricted("403");
  await using _ = server;
  const own = { adopt: { id: seedIds.startKey, name: null } };
  await engine.apply(own);
  expect(await errorOf(engine.plan({ ...own, state: "disabled" }))).toContain(
    "This change would lock out the key in use",
  );
});
