import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator, seedIds } from "../../src/emulator";
import { createClient } from "../../src/resources/client";
import { FileJournal, openJournal } from "../../src/resources/handlers/create-journal";
import { listed, ui } from "../support/ui";

const ID = "0123456789abcdef01234567";

describe("the journal of creates", () => {
  let data: string;

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), "clickstack-journal-"));
  });

  afterEach(() => rmSync(data, { recursive: true, force: true }));

  const open = (scope = "default") => new FileJournal(data, scope);
  const files = () => readdirSync(join(data, "clickstack", "creates"));

  test("tells the next run of creates that have no end, with the id where the response came", () => {
    const journal = open();
    journal.begin("one", "One");
    journal.ended(journal.begin("two", "Two"), ID);
    expect(open().unfinished("one")).toMatchObject([{ startedAt: expect.any(Number) }]);
    expect(open().unfinished("two")).toMatchObject([{ id: ID }]);
    expect(open().unfinished("three")).toEqual([]);
  });

  test("does not tell a run of its own creates", () => {
    const journal = open();
    journal.begin("one", "One");
    expect(journal.unfinished("one")).toEqual([]);
  });

  test("forgets what was dropped, what was deleted, and what a state holds", () => {
    const journal = open();
    journal.drop(journal.begin("dropped", undefined));
    journal.ended(journal.begin("deleted", undefined), "deleted");
    journal.ended(journal.begin("held", undefined), "held");
    journal.forget("deleted");
    open().confirm("held");
    expect(files()).toEqual([]);
  });

  test("still knows the result of one of two equal creates while the other has no end", () => {
    const journal = open();
    journal.ended(journal.begin("twin", undefined), ID);
    journal.begin("twin", undefined);
    open().confirm(ID);
    const next = open();
    expect(next.unfinished("twin")).toMatchObject([{ startedAt: expect.any(Number) }]);
    expect(next.unfinished("twin")).toHaveLength(1);
    expect(next.isKnown(ID)).toBe(true);
  });

  test("holds digests, times and ids only, for its user alone", () => {
    const journal = open();
    journal.ended(journal.begin("a body with a secret", "a name"), ID);
    const folder = join(data, "clickstack", "creates");
    const [file = ""] = files();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(folder, file), "utf8");
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(["content", "id", "name", "startedAt"]);
    expect(text).not.toMatch(/secret|a name/);
  });

  test("knows what was begun under a one-time name until a state holds it", () => {
    const journal = open();
    const begun = journal.begin("key", "ci (creating 3f9a2c81d04b)");
    expect(journal.hasBegun("ci (creating 3f9a2c81d04b)")).toBe(false);
    expect(open().hasBegun("ci (creating 3f9a2c81d04b)")).toBe(true);
    expect(open().hasBegun("ci (creating 000000000000)")).toBe(false);
    journal.ended(begun, ID);
    expect(open().hasBegun("ci (creating 3f9a2c81d04b)")).toBe(true);
    open().confirm(ID);
    expect([open().hasBegun("ci (creating 3f9a2c81d04b)"), files()]).toEqual([false, []]);
  });

  test("does not tell a run what another process of it has begun", () => {
    const [one, other] = [open(), open()];
    const begun = one.begin("one", undefined);
    const later = begun.startedAt + 1;
    writeFileSync(
      join(data, "clickstack", "creates", files()[0] ?? ""),
      JSON.stringify({ ...begun, startedAt: later }),
    );
    expect(other.unfinished("one")).toEqual([]);
  });

  test("knows nothing of what was handed over by a process that ended as it should", () => {
    const journal = open();
    journal.ended(journal.begin("key", "ci (creating 3f9a2c81d04b)"), ID);
    journal.ended(journal.begin("key", "ci (creating 000000000000)"), "another");
    journal.handOver("ci (creating 3f9a2c81d04b)");
    expect(open().unfinished("key")).toHaveLength(2);
    journal.end();
    expect(open().unfinished("key")).toMatchObject([{ id: "another" }]);
  });

  test("is in Terraform's data folder, also where that has a path of its own", () => {
    openJournal("/", { TF_DATA_DIR: data })?.begin("one", undefined);
    expect(files()).toHaveLength(1);
  });

  test("of one workspace says nothing to another", () => {
    open("staging").begin("one", undefined);
    expect(open("production").unfinished("one")).toEqual([]);
  });

  test("of one backend says nothing to a run with another", () => {
    const settings = (database: string) =>
      writeFileSync(
        join(data, "terraform.tfstate"),
        JSON.stringify({ backend: { type: "pg", config: { schema_name: database } } }),
      );
    const opened = () => openJournal("/", { TF_DATA_DIR: data });
    settings("staging");
    opened()?.begin("one", undefined);
    expect(opened()?.unfinished("one")).toHaveLength(1);
    settings("production");
    expect(opened()?.unfinished("one")).toEqual([]);
  });

  test("passes over files that it did not write", () => {
    open().begin("one", undefined);
    for (const [name, text] of [
      ["a.json", "{"],
      ["b.json", "null"],
      ["c.json", '{"content":3}'],
      ["d.txt", "x"],
    ] as const)
      writeFileSync(join(data, "clickstack", "creates", name), text);
    expect(open().unfinished("one")).toHaveLength(1);
  });

  test("is none where Terraform has no data folder", () => {
    expect(openJournal(data, {})).toBeUndefined();
    mkdirSync(join(data, ".terraform"));
    expect(openJournal(data, {})).toBeDefined();
    expect(openJournal(data, { TF_DATA_DIR: "elsewhere" })).toBeUndefined();
  });

  test("that cannot be written keeps no create from being done", () => {
    writeFileSync(join(data, "clickstack"), "a file where the folder should be");
    const journal = open();
    expect(() => journal.ended(journal.begin("one", undefined), ID)).not.toThrow();
  });
});

describe("a create after a run that was killed", () => {
  let emulator: Emulator;
  let data: string;

  beforeEach(async () => {
    emulator = new Emulator({ limits: false });
    await emulator.start();
    data = mkdtempSync(join(tmpdir(), "clickstack-journal-"));
  });

  afterEach(async () => {
    await emulator.stop();
    rmSync(data, { recursive: true, force: true });
  });

  /** A process of its own. */
  const start = () => {
    const journal = new FileJournal(data, "default");
    const { openSource } = emulator.endpoints;
    return { journal, client: createClient({ userAgent: "tests", environment: {}, openSource, journal }) };
  };
  const search = (name: string) => ({ name, sourceId: seedIds.logs });
  const names = async () => (await listed(emulator, "saved-searches")).map(({ name }) => name).sort();

  /** What a killed process leaves: the create was begun, the server carried it out, and nobody heard of it. */
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
    // As the file was before the response came.
    for (const file of readdirSync(join(data, "clickstack", "creates"))) {
      const path = join(data, "clickstack", "creates", file);
      const { id: _, ...entry } = JSON.parse(readFileSync(path, "utf8"));
      writeFileSync(path, JSON.stringify(entry));
    }
    return contents;
  };

  test("takes over what that run created, and creates the next of the same content", async () => {
    await killed("Errors");
    const { client } = start();
    const [first] = await listed(emulator, "saved-searches");
    expect((await client.savedSearches.create(search("Errors"))).id).toBe(first?.id);
    expect((await client.savedSearches.create(search("Errors"))).id).not.toBe(first?.id);
    expect(await names()).toEqual(["Errors", "Errors"]);
    await client.close();
  });

  test("creates anew where the server never got the request", async () => {
    const [content = ""] = await killed("Errors");
    for (const { id } of await listed(emulator, "saved-searches"))
      await ui(emulator, "DELETE", `/api/v2/saved-searches/${id}`);
    const { client, journal } = start();
    await client.savedSearches.create(search("Errors"));
    expect(await names()).toEqual(["Errors"]);
    expect(journal.unfinished(content)).toEqual([]);
    await client.close();
  });

  test("does not take what a state holds for the result of a second create of the same content", async () => {
    const [content = ""] = await killed("Errors");
    const { client } = start();
    const held = await client.savedSearches.create(search("Errors"));
    await client.close();
    // The second of two equal creates was begun, and its request never reached the server.
    const other = new FileJournal(data, "default");
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
    const journal = new FileJournal(data, "default");
    const { managed } = emulator.endpoints;
    const settings = { ...managed, product: "clickstack" as const };
    return { journal, client: createClient({ userAgent: "tests", environment: {}, managed: settings, journal }) };
  };
  /** A key that was created and given its name by a run that was killed before the state was written. */
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

  test("deletes a key of that run that no state holds, since nobody has its secret", async () => {
    await killedAfterCreate();
    const { client } = startOnCloud();
    await client.apiKeys.create({ ...newKey(), name: "ci (creating 000000000000)" });
    await client.close();
    expect(await keysOfName("ci")).toEqual([]);
    expect(await keysOfName("ci (creating 000000000000)")).toHaveLength(1);
  });

  test("keeps a key of that run that a state holds", async () => {
    const { id } = await killedAfterCreate();
    const plan = startOnCloud();
    plan.journal.confirm(id);
    await plan.client.close();
    const { client } = startOnCloud();
    await client.apiKeys.create({ ...newKey(), name: "ci (creating 000000000000)" });
    await client.close();
    expect(await keysOfName("ci")).toEqual([id]);
  });

  test("keeps a key of that run that somebody has used", async () => {
    const { id, basicAuth } = await killedAfterCreate();
    const { endpoint } = emulator.endpoints.managed;
    // The key has no role: the server knows it, and refuses.
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
