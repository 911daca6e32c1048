import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FileJournal, openJournal } from "../../../src/resources/shared/create-journal";

import { CREDENTIALS, changeEntries } from "../../support/journal-entries";

const ID = "0123456789abcdef01234567";

describe("the journal of creates", () => {
  let data: string;

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), "clickstack-journal-"));
  });

  afterEach(() => rmSync(data, { recursive: true, force: true }));

  const open = (scope = "default") => new FileJournal(data, scope, CREDENTIALS);
  const opening = (environment: Readonly<Record<string, string>>, workingDirectory = "/") =>
    openJournal(workingDirectory, environment, CREDENTIALS);
  const files = () => readdirSync(join(data, "clickstack", "creates"));

  test("reports unfinished creates to the next run, with the object's id if the response arrived", () => {
    const journal = open();
    journal.begin("one", "One");
    journal.ended(journal.begin("two", "Two"), ID);
    expect(open().unfinished("one")).toMatchObject([{ startedAt: expect.any(Number) }]);
    expect(open().unfinished("two")).toMatchObject([{ id: ID }]);
    expect(open().unfinished("three")).toEqual([]);
  });

  test("does not report the creates of a run to the same run", () => {
    const journal = open();
    journal.begin("one", "One");
    expect(journal.unfinished("one")).toEqual([]);
  });

  test("deletes the entries of objects that were discarded, deleted or stored in a state", () => {
    const journal = open();
    journal.drop(journal.begin("dropped", undefined));
    journal.ended(journal.begin("deleted", undefined), "deleted");
    journal.ended(journal.begin("held", undefined), "held");
    journal.forget("deleted");
    open().confirm("held");
    expect(files()).toEqual([]);
  });

  test("keeps the entry of a finished create while an equal create is unfinished", () => {
    const journal = open();
    journal.ended(journal.begin("twin", undefined), ID);
    journal.begin("twin", undefined);
    open().confirm(ID);
    const next = open();
    expect(next.unfinished("twin")).toMatchObject([{ startedAt: expect.any(Number) }]);
    expect(next.unfinished("twin")).toHaveLength(1);
    expect(next.isKnown(ID)).toBe(true);
  });

  test("contains only digests, times and ids, and only its user can read the files", () => {
    const journal = open();
    journal.ended(journal.begin("a body with a secret", "a name"), ID);
    const folder = join(data, "clickstack", "creates");
    const [file = ""] = files();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(folder, file), "utf8");
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(["content", "id", "mac", "name", "serverTime", "startedAt"]);
    expect(text).not.toMatch(/secret|a name/);
  });

  test("keeps the entry of a create with a one-time name until a state contains the object", () => {
    const journal = open();
    const begun = journal.begin("key", "ci (creating 3f9a2c81d04b)");
    const byName = { id: "another", name: "ci (creating 3f9a2c81d04b)" };
    expect(journal.interrupted(byName)).toBeUndefined();
    expect(open().interrupted(byName)).toMatchObject({ startedAt: begun.startedAt });
    expect(open().interrupted({ ...byName, name: "ci (creating 000000000000)" })).toBeUndefined();
    journal.ended(begun, ID);
    expect(open().interrupted(byName)).toMatchObject({ id: ID });
    expect(open().interrupted({ id: ID, name: "ci" })).toMatchObject({ id: ID });
    open().confirm(ID);
    expect(open().interrupted(byName)).toBeUndefined();
    expect(files()).toEqual([]);
  });

  test("does not report a create of another process of the same run", () => {
    const [one, other] = [open(), open()];
    const begun = one.begin("one", undefined);
    const later = begun.startedAt + 1;
    while (Date.now() < later) {}
    changeEntries(data, (entry) => ({ ...entry, startedAt: later }));
    expect(other.unfinished("one")).toEqual([]);
  });

  test("deletes the entries of stored objects when their process ends normally", () => {
    const journal = open();
    journal.ended(journal.begin("key", "ci (creating 3f9a2c81d04b)"), ID);
    journal.ended(journal.begin("key", "ci (creating 000000000000)"), "another");
    journal.handOver("ci (creating 3f9a2c81d04b)");
    expect(open().unfinished("key")).toHaveLength(2);
    journal.end();
    expect(open().unfinished("key")).toMatchObject([{ id: "another" }]);
  });

  test("deletes the entries of only those objects that its own process created", () => {
    const [one, other] = ["ci (creating 3f9a2c81d04b)", "ci (creating 000000000000)"] as const;
    open().begin("key", one);
    const next = open();
    next.begin("key", other);
    next.handOver(one);
    next.handOver(other);
    next.end();
    const isInterrupted = (name: string) => open().interrupted({ id: "none", name }) !== undefined;
    expect(isInterrupted(one)).toBe(true);
    expect(isInterrupted(other)).toBe(false);
  });

  test("keeps the entry of a finished create until another run finds the object in a state", () => {
    const journal = open();
    journal.ended(journal.begin("one", undefined), ID);
    journal.confirm(ID);
    expect(files()).toHaveLength(1);
  });

  test("deletes only the entry of the object with the given id", () => {
    const journal = open();
    for (const id of ["a", "b"]) {
      journal.ended(journal.begin(id, undefined), id);
    }
    journal.begin("c", undefined);
    open().confirm("a");
    open().forget("b");
    expect(["a", "b", "c"].map((content) => open().unfinished(content).length)).toEqual([0, 0, 1]);
    expect(["a", "b"].map((id) => open().isKnown(id))).toEqual([false, false]);
  });

  test("deletes only one entry if two creates have the same content", () => {
    const journal = open();
    const dropped = journal.begin("twin", undefined);
    journal.begin("twin", undefined);
    journal.drop(dropped);
    journal.ended(dropped, ID);
    expect(dropped.name).toBeUndefined();
    expect(files().length).toBe(1);
    expect(journal.isKnown(ID)).toBe(false);
  });

  test("reports the oldest create first", () => {
    const journal = open();
    for (const id of ["a", "b", "c"]) {
      journal.ended(journal.begin("twin", undefined), id);
    }
    const ages = { a: 100_000, b: 300_000, c: 200_000 };
    changeEntries(data, (entry) => ({ ...entry, startedAt: entry.startedAt - ages[entry.id as "a"] }));
    expect(
      open()
        .unfinished("twin")
        .map(({ id }) => id),
    ).toEqual(["b", "c", "a"]);
  });

  test("recognizes only the name that was sent", () => {
    open().begin("one", "One");
    const next = open();
    const [create] = next.unfinished("one");
    expect(["One", "Two"].map((name) => create && next.hasName(create, name))).toEqual([true, false]);
  });

  test.each([
    [29, 1],
    [31, 0],
  ])("reports a create that began %d days ago %d times, and deletes the file of an old create", (days, count) => {
    open().begin("one", undefined);
    changeEntries(data, (entry) => ({ ...entry, startedAt: entry.startedAt - days * 86_400_000 }));
    expect(open().unfinished("one")).toHaveLength(count);
    expect(files()).toHaveLength(count);
  });

  test("is separate for each workspace that the environment or Terraform selects", () => {
    const opened = (TF_WORKSPACE?: string) => opening({ TF_DATA_DIR: data, ...(TF_WORKSPACE && { TF_WORKSPACE }) });
    opened("staging")?.begin("one", undefined);
    opened()?.begin("two", undefined);
    expect(opened()?.unfinished("one")).toEqual([]);
    expect(opened("default")?.unfinished("two")).toHaveLength(1);
    writeFileSync(join(data, "environment"), "staging\n");
    expect(opened()?.unfinished("one")).toHaveLength(1);
    expect(opened("default")?.unfinished("one")).toEqual([]);
  });

  test("is in Terraform's data folder, also if this folder has a custom path", () => {
    opening({ TF_DATA_DIR: data })?.begin("one", undefined);
    expect(files()).toHaveLength(1);
  });

  test("is not read by a run with another workspace", () => {
    open("staging").begin("one", undefined);
    expect(open("production").unfinished("one")).toEqual([]);
  });

  test("is not read by a run with another backend", () => {
    const settings = (database: string) =>
      writeFileSync(
        join(data, "terraform.tfstate"),
        JSON.stringify({ backend: { type: "pg", config: { schema_name: database } } }),
      );
    const opened = () => opening({ TF_DATA_DIR: data });
    settings("staging");
    opened()?.begin("one", undefined);
    expect(opened()?.unfinished("one")).toHaveLength(1);
    settings("production");
    expect(opened()?.unfinished("one")).toEqual([]);
  });

  test("ignores files that it did not write", () => {
    open().begin("one", undefined);
    const foreign = [
      ["a.json", "{"],
      [`${"a".repeat(16)}-${"b".repeat(16)}.json`, "{"],
      ["b.json", "null"],
      ["c.json", '{"content":3}'],
      ["e.json", `{"startedAt":${Date.now()}}`],
      ["f.json", '{"content":"x"}'],
      ["d.txt", "x"],
    ] as const;
    for (const [name, text] of foreign) {
      writeFileSync(join(data, "clickstack", "creates", name), text);
    }
    expect(open().unfinished("one")).toHaveLength(1);
    expect(files()).toEqual(expect.arrayContaining(foreign.map(([name]) => name)));
  });

  test("deletes only old files that have the name of an entry", () => {
    open().begin("one", undefined);
    changeEntries(data, (entry) => ({ ...entry, startedAt: entry.startedAt - 31 * 86_400_000 }));
    const [file = ""] = files();
    const copies = [`${file}.bak`, `copy-${file}`];
    for (const copy of copies) {
      copyFileSync(join(data, "clickstack", "creates", file), join(data, "clickstack", "creates", copy));
    }
    expect(open().unfinished("one")).toEqual([]);
    expect(files().sort()).toEqual(copies.sort());
  });

  test("can be written through a symbolic link to Terraform's data folder", () => {
    const link = `${data}-link`;
    symlinkSync(data, link);
    new FileJournal(link, "default", CREDENTIALS).begin("one", undefined);
    rmSync(link);
    expect(open().unfinished("one")).toHaveLength(1);
  });

  test("uses the workspace of Terraform's environment file, also if the file is a symbolic link", () => {
    writeFileSync(join(data, "selected"), "staging");
    symlinkSync(join(data, "selected"), join(data, "environment"));
    opening({ TF_DATA_DIR: data })?.begin("one", undefined);
    expect(opening({ TF_DATA_DIR: data, TF_WORKSPACE: "staging" })?.unfinished("one")).toHaveLength(1);
  });

  test("is not opened if Terraform has no data folder", () => {
    expect(opening({}, data)).toBeUndefined();
    mkdirSync(join(data, ".terraform"));
    expect(opening({}, data)).toBeDefined();
    expect(opening({ TF_DATA_DIR: "elsewhere" }, data)).toBeUndefined();
  });

  test("does not block a create if it cannot be written", () => {
    writeFileSync(join(data, "clickstack"), "a file where the folder should be");
    const journal = open();
    expect(() => journal.ended(journal.begin("one", undefined), ID)).not.toThrow();
  });

  describe("an invalid entry", () => {
    const mine = "ci (creating 3f9a2c81d04b)";
    const unfinished = (journal = open()) => journal.unfinished("one").length;
    const path = () => join(data, "clickstack", "creates", files()[0] ?? "");

    beforeEach(() => {
      const journal = open();
      journal.ended(journal.begin("one", mine), ID);
    });

    test.each<[string, (entry: Record<string, unknown>) => object]>([
      ["whose id was chosen by another program", (entry) => ({ ...entry, id: "f".repeat(24) })],
      ["whose id was removed", ({ id: _, ...entry }) => entry],
      ["whose name was removed", ({ name: _, ...entry }) => entry],
      ["whose time was changed", (entry) => ({ ...entry, startedAt: Number(entry.startedAt) - 1 })],
      ["without a signature", ({ mac: _, ...entry }) => entry],
      ["with an empty signature", (entry) => ({ ...entry, mac: "" })],
      ["with a time that is not a number", (entry) => ({ ...entry, startedAt: "now" })],
    ])("is ignored and its file is kept if it is an entry %s", (_name, change) => {
      expect(unfinished()).toBe(1);
      writeFileSync(path(), JSON.stringify(change(JSON.parse(readFileSync(path(), "utf8")))));
      expect(unfinished()).toBe(0);
      expect(files()).toHaveLength(1);
    });

    test("is ignored if it was signed with other credentials, and is kept for runs with those credentials", () => {
      expect(unfinished(new FileJournal(data, "default", ["another key"]))).toBe(0);
      expect(unfinished()).toBe(1);
    });

    test("is ignored if it is a copy under another name", () => {
      copyFileSync(path(), path().replace(/.{4}\.json$/, "0000.json"));
      expect(unfinished()).toBe(1);
    });

    test("is ignored if it is a copy from another folder", () => {
      const other = mkdtempSync(join(tmpdir(), "clickstack-journal-"));
      cpSync(data, other, { recursive: true });
      expect(unfinished(new FileJournal(other, "default", CREDENTIALS))).toBe(0);
      rmSync(other, { recursive: true });
    });

    test("is ignored if it is a very large file", () => {
      const copy = path().replace(/.{4}\.json$/, "0000.json");
      writeFileSync(copy, "");
      truncateSync(copy, 2 ** 40);
      expect(unfinished()).toBe(1);
    });
  });

  test("reports a create with a start time in the future, for example after the clock was set back", () => {
    open().begin("one", "ci (creating 3f9a2c81d04b)");
    changeEntries(data, (entry) => ({ ...entry, startedAt: entry.startedAt + 3_600_000 }));
    expect(open().unfinished("one")).toHaveLength(1);
    expect(open().interrupted({ id: "none", name: "ci (creating 3f9a2c81d04b)" })).toBeDefined();
  });

  describe("the journal in a folder that is a symbolic link", () => {
    let elsewhere: string;

    beforeEach(() => {
      elsewhere = mkdtempSync(join(tmpdir(), "clickstack-elsewhere-"));
      for (const name of ["a.json", `${"a".repeat(16)}-${"b".repeat(16)}.json`]) {
        writeFileSync(join(elsewhere, name), "{}");
      }
    });

    afterEach(() => {
      expect(readdirSync(elsewhere)).toHaveLength(2);
      rmSync(elsewhere, { recursive: true });
    });

    test.each([".terraform", ".terraform/clickstack", ".terraform/clickstack/creates"])(
      "is not opened if the link is %s, and the error contains the link",
      (path) => {
        const link = join(data, path);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(elsewhere, link);
        expect(() => opening({}, data)).toThrow(`${link} is a link, which is not followed. Fix: `);
      },
    );

    test("reads and deletes no files, and does not block a create", () => {
      mkdirSync(join(data, "clickstack"));
      symlinkSync(elsewhere, join(data, "clickstack", "creates"));
      const journal = open();
      journal.ended(journal.begin("one", undefined), ID);
      expect(open().unfinished("one")).toEqual([]);
    });

    test("is opened if TF_DATA_DIR is the link", () => {
      symlinkSync(elsewhere, join(data, "link"));
      expect(opening({ TF_DATA_DIR: join(data, "link") })).toBeDefined();
    });
  });
});
