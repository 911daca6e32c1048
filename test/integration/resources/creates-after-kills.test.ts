import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, seedIds } from "../../../src/emulator";
import { createClient } from "../../../src/resources/client";
import { FileJournal } from "../../../src/resources/shared/create-journal";
import { emulatorForEachTest } from "../../support/emulator/emulator-for-tests";
import { CREDENTIALS, changeEntries } from "../../support/journal-entries";
import { listed, ui } from "../../support/ui";

describe("a create after a killed run", () => {
  let emulator: Emulator;
  let data: string;
  emulatorForEachTest((each) => {
    emulator = each;
  });

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), "clickstack-journal-"));
  });

  afterEach(() => {
    rmSync(data, { recursive: true, force: true });
  });

  /** Returns a client in a separate process. */
  const start = () => {
    const journal = new FileJournal(data, "default", CREDENTIALS);
    const { openSource } = emulator.endpoints;
    return { journal, client: createClient({ userAgent: "tests", environment: {}, openSource, journal }) };
  };
  const search = (name: string) => ({ name, sourceId: seedIds.logs });
  const names = async () => (await listed(emulator, "saved-searches")).map(({ name }) => name).sort();

  /** The result of a killed process: the server completed the create, but no process received the response. */
  const killed = async (name: string) => {
    const { client, journal } = start();
    const begin = journal.begin.bind(journal);
    const contents: string[] = [];
    journal.begin = (content, named) => {
      contents.push(content);
      return begin(content, named);
    };
    await client.savedSearches.create(search(name));
    await client.close();
    // Restores the file to its content before the response.
    changeEntries(data, ({ id: _, ...entry }) => entry);
    return contents;
  };

  test("adopts the object of that run, and creates the next object with the same content", async () => {
    await killed("Errors");
    const { client } = start();
    const [first] = await listed(emulator, "saved-searches");
    expect((await client.savedSearches.create(search("Errors"))).id).toBe(first?.id);
    expect((await client.savedSearches.create(search("Errors"))).id).not.toBe(first?.id);
    expect(await names()).toEqual(["Errors", "Errors"]);
    await client.close();
  });

  test("creates the object again if the server never received the request", async () => {
    const [content = ""] = await killed("Errors");
    for (const { id } of await listed(emulator, "saved-searches")) {
      await ui(emulator, "DELETE", `/api/v2/saved-searches/${id}`);
    }
    const { client, journal } = start();
    await client.savedSearches.create(search("Errors"));
    expect(await names()).toEqual(["Errors"]);
    expect(journal.unfinished(content)).toEqual([]);
    await client.close();
  });

  test("does not confuse an object in a state with the result of a second create with the same content", async () => {
    const [content = ""] = await killed("Errors");
    const { client } = start();
    const held = await client.savedSearches.create(search("Errors"));
    await client.close();
    // The run started the second of two equal creates, but the server never received the request.
    const other = new FileJournal(data, "default", CREDENTIALS);
    other.begin(content, "Errors");
    const plan = start();
    plan.journal.confirm(held.id);
    await plan.client.close();
    const apply = start();
    expect((await apply.client.savedSearches.create(search("Errors"))).id).not.toBe(held.id);
    expect(await names()).toEqual(["Errors", "Errors"]);
    await apply.client.close();
  });

  const keyName = "ci (creating 3f9a2c81d04b)";
  const newKey = () => ({ name: keyName, ipAccessList: [{ source: "127.0.0.0/8" }] });
  const startOnCloud = () => {
    const journal = new FileJournal(data, "default", CREDENTIALS);
    const { managed } = emulator.endpoints;
    const settings = { ...managed, product: "clickstack" as const };
    return { journal, client: createClient({ userAgent: "tests", environment: {}, managed: settings, journal }) };
  };
  /** Creates a key that was created and renamed by a run that was killed before the state was written. */
  const killedAfterCreate = async () => {
    const { client } = startOnCloud();
    const { key, keyId, keySecret } = await client.apiKeys.create(newKey());
    await client.apiKeys.update(key.id, { name: "ci" });
    await client.close();
    return { id: key.id, basicAuth: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}` };
  };
  const keysOfName = async (name: string) =>
    ((await ui(emulator, "GET", "/keys")) as { data: { id: string; name: string }[] }).data
      .filter((key) => key.name === name)
      .map(({ id }) => id);

  test("deletes a key of that run if it is in no state, because its secret is lost", async () => {
    await killedAfterCreate();
    const { client } = startOnCloud();
    await client.apiKeys.create({ ...newKey(), name: "ci (creating 000000000000)" });
    await client.close();
    expect(await keysOfName("ci")).toEqual([]);
    expect(await keysOfName("ci (creating 000000000000)")).toHaveLength(1);
  });

  test("keeps a key of that run if it is in a state", async () => {
    const { id } = await killedAfterCreate();
    const plan = startOnCloud();
    plan.journal.confirm(id);
    await plan.client.close();
    const { client } = startOnCloud();
    await client.apiKeys.create({ ...newKey(), name: "ci (creating 000000000000)" });
    await client.close();
    expect(await keysOfName("ci")).toEqual([id]);
  });

  test("keeps a key of that run if it was used", async () => {
    const { id, basicAuth } = await killedAfterCreate();
    const { endpoint } = emulator.endpoints.managed;
    // The key has no role, so the server knows it and refuses the request.
    const { status } = await fetch(`${endpoint}/v1/organizations/${emulator.endpoints.managed.organizationId}/keys`, {
      headers: { authorization: basicAuth },
    });
    expect(status).toBe(403);
    const { client } = startOnCloud();
    await client.apiKeys.create({ ...newKey(), name: "ci (creating 000000000000)" });
    await client.close();
    expect(await keysOfName("ci")).toEqual([id]);
  });
});
