import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WRITTEN } from "../../../scripts/version-fixtures/written-files";
import { readPostedDrift } from "../../../src/cli/commands/drift/posted-drift";
import { readLintConfiguration } from "../../../src/cli/commands/lint/configuration";
import { readMigrateSettings } from "../../../src/cli/commands/migrate/settings";
import { readDriftRules } from "../../../src/cli/project/drift-rules";
import { IMPORTED_TYPES } from "../../../src/cli/project/imported-types";
import { readAlertStates } from "../../../src/cli/server/stale/stale-report";
import { withLockedProvider } from "../../../src/install/lock-file";
import { readLockEntries } from "../../../src/install/provider-lock";
import { FileJournal } from "../../../src/resources/shared/create-journal";
import { VERSION } from "../../../src/version";
import { callCli } from "../../support/cli/call-cli";
import { startEmulator } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";
import { STORED_SERVER } from "../../support/everything";
import { codeIn, declared, runProgram } from "../../support/imported-program";
import { changeEntries, entriesFolder, type JournalEntry, macOf } from "../../support/journal-entries";

const VERSIONS = join(__dirname, "..", "..", "fixtures", "versions");

/** Released versions, and the version of the next release. A development version wrote only states. */
const versions = readdirSync(VERSIONS).filter((name) => /^\d/.test(name));

// `test/acceptance/stored-states.test.ts` plans the states.
describe.each(versions)("the current code, with the files of version %s", (version) => {
  const stored = (...path: string[]) => join(VERSIONS, version, ...path);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "earlier-version-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test.each(["typescript", "hcl"])("changes no file when it repeats the import in %s", async (format) => {
    const code = join(folder, "code");
    const stateFile = join(folder, "server.json");
    cpSync(stored(`imported-${format}`), code, { recursive: true });
    copyFileSync(stored("open-source", "server.json"), stateFile);
    await using emulator = await startEmulator({ ...STORED_SERVER, stateFile });
    const types = IMPORTED_TYPES.flatMap((type) => ["--type", type]);
    const words = ["import", code, ...types, "--format", format, "--no-verify"];
    const { exitCode, stderr } = await callCli(words, environmentFor(emulator.endpoints));
    expect({ exitCode, stderr }).not.toMatchObject({ exitCode: 1 });
    expect(textsIn(code)).toEqual(textsIn(stored(`imported-${format}`)));
  });

  test("declares the same objects as the imported program did", () => {
    const synthesized = JSON.parse(readFileSync(stored("synthesized.json"), "utf8"));
    expect(declared(runProgram(codeIn(stored("imported-typescript"))))).toEqual(synthesized);
  });

  test("finds the unfinished creates in the journal, and changes no entry", () => {
    const { dataFolder, entries } = JSON.parse(readFileSync(stored("journal.json"), "utf8")) as {
      dataFolder: string;
      entries: Record<string, string>;
    };
    const { credentials } = WRITTEN;
    mkdirSync(entriesFolder(folder), { recursive: true });
    for (const [file, text] of Object.entries(entries)) {
      const { mac, ...entry } = JSON.parse(text) as JournalEntry & { mac: string };
      expect(macOf(entry, { folder: dataFolder, file, scope: "default", credentials })).toBe(mac);
      writeFileSync(join(entriesFolder(folder), file), text);
    }
    // The signatures cover the folder, and the journal ignores entries of more than 30 days.
    changeEntries(folder, (entry) => ({ ...entry, startedAt: Date.now() - 60_000 }), { credentials });
    const written = textsIn(entriesFolder(folder));
    const journal = new FileJournal(realpathSync(folder), "default", credentials);
    const begun = journal.unfinished("begun");
    expect(begun.map((create) => [create.id, journal.hasName(create, "Name of the begun create")])).toEqual([
      [undefined, true],
    ]);
    expect(
      journal
        .unfinished("ended")
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["6b0297e46a9458f30d7accd1", undefined]);
    expect(journal.isKnown("6b0297e46a9458f30d7accd2")).toBe(true);
    expect(textsIn(entriesFolder(folder))).toEqual(written);
  });

  test("accepts the lock file, and an upgrade changes only its version and hashes", () => {
    copyFileSync(stored("terraform.lock.hcl"), join(folder, ".terraform.lock.hcl"));
    const [entry, ...others] = readLockEntries(folder);
    expect(others).toEqual([]);
    expect(entry).toEqual({ host: "registry.terraform.io", version, hashes: [expect.stringMatching(/^h1:/)] });
    const text = readFileSync(stored("terraform.lock.hcl"), "utf8");
    const address = "registry.terraform.io/cdk-clickstack/clickstack";
    const upgraded = withLockedProvider(text, { address, version: "9.0.0", constraints: "9.0.0", hashes: ["h1:new"] });
    const back = upgraded.replace(/^ {2}constraints .*\n/m, "").replace(/^( {2}version) .*/m, `$1 = "${version}"`);
    expect(back.replace("h1:new", entry?.hashes[0] ?? "")).toBe(text);
  });

  test("reads the settings and records", () => {
    expect(readDriftRules(stored("drift.yaml"))).toEqual([
      {
        type: "dashboard",
        name: "Team *",
        field: "tiles.*.x",
        what: "changed",
        reason: "users arrange these dashboards",
      },
      { type: "alert", tag: "team:checkout" },
      { what: "gone" },
      { what: "unmanaged" },
    ]);
    const { lint } = JSON.parse(readFileSync(stored("lint.json"), "utf8"));
    const { rules, ignored } = readLintConfiguration(stored("lint.json"), folder);
    const severities = Object.fromEntries(rules.map(({ rule, severity }) => [rule.id, severity]));
    expect(severities).toMatchObject(lint.rules);
    expect(ignored).toEqual(lint.ignore);
    expect(readMigrateSettings(stored("migrate.yaml"), "")).toEqual({
      datasources: { default: { connection: "Local ClickHouse", database: "otel" } },
      tables: { "otel.otel_logs": "Logs" },
      contactPoints: { Slack: "Slack oncall" },
      variables: { orders: { service: ["checkout", "cart"] } },
      noData: "alerting",
      paused: "convert",
    });
    const { posted } = readPostedDrift(stored("notified.json"), WRITTEN.webhook);
    expect(posted).toEqual({ ["1".repeat(64)]: { ["2".repeat(64)]: "3".repeat(64) } });
    expect(readAlertStates(stored("stale.json"))).toEqual({
      "6b0297e46a9458f30d7accd1": { state: "ALERT", since: "2026-11-22T12:00:00.000Z" },
    });
  });

  /** The texts of all files by path, without the provider that an import places. The version in them may be newer. */
  function textsIn(path: string): Readonly<Record<string, string>> {
    const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const paths = files.map((each) => join(each.parentPath, each.name)).filter((file) => !file.includes("terraform.d"));
    return Object.fromEntries(
      paths
        .sort()
        .map((file) => [file.slice(path.length + 1), readFileSync(file, "utf8").replaceAll(VERSION, version)]),
    );
  }
});
