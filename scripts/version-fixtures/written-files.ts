import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPostedDrift, writePostedDrift } from "../../src/cli/commands/drift/posted-drift";
import { LINT_RULES } from "../../src/cli/commands/lint/rules";
import { IMPORTED_TYPES } from "../../src/cli/project/imported-types";
import { writeAlertStates } from "../../src/cli/server/stale/stale-report";
import { FileJournal } from "../../src/resources/shared/create-journal";
import { runCli } from "../../test/support/cli/run-cli";
import { startEmulator } from "../../test/support/emulator/emulator-for-tests";
import { environmentFor } from "../../test/support/environment";
import { STORED_SERVER } from "../../test/support/everything";
import { codeIn, declared, runProgram } from "../../test/support/imported-program";
import { entriesFolder } from "../../test/support/journal-entries";

/** A fixed folder, because the signatures of the entries cover it. */
const DATA_FOLDER = join("/", "tmp", "cdk-clickstack-journal", ".terraform");

/** Example values. Later tests read the files with these values. */
export const WRITTEN = {
  credentials: ["the access key", "the key secret"],
  webhook: "https://hooks.slack.com/services/T000/B000/example",
} as const;

/** Writes the other files of commands and of the provider: programs, the journal, records and settings. */
export async function writeOtherFiles(folder: string): Promise<void> {
  await writeImports(folder);
  writeJournal(folder);
  writeRecords(folder);
}

/** Imports the stored objects in both formats. A later import into these folders must change no file. */
async function writeImports(folder: string): Promise<void> {
  // The compiler settings of this clone must not affect the imported code, so the folder is outside of the clone.
  const temporary = mkdtempSync(join(tmpdir(), "version-fixtures-"));
  const stateFile = join(temporary, "server.json");
  copyFileSync(join(folder, "open-source", "server.json"), stateFile);
  await using emulator = await startEmulator({ ...STORED_SERVER, stateFile });
  for (const format of ["typescript", "hcl"]) {
    const name = `imported-${format}`;
    const types = IMPORTED_TYPES.flatMap((type) => ["--type", type]);
    const words = ["import", join(temporary, name), ...types, "--format", format, "--no-verify"];
    const { exitCode, stderr } = await runCli(words, { environment: environmentFor(emulator.endpoints) });
    if (exitCode === 1) {
      throw new Error(stderr);
    }
    rmSync(join(temporary, name, "terraform.d"), { recursive: true, force: true });
    rmSync(join(folder, name), { recursive: true, force: true });
    cpSync(join(temporary, name), join(folder, name), { recursive: true });
  }
  rmSync(temporary, { recursive: true });
  writeJson(join(folder, "synthesized.json"), declared(runProgram(codeIn(join(folder, "imported-typescript")))));
}

/** Writes journal entries of each kind: started, with the id of the object, and with an object that is in a state. */
function writeJournal(folder: string): void {
  mkdirSync(DATA_FOLDER, { recursive: true });
  const journal = new FileJournal(DATA_FOLDER, "default", WRITTEN.credentials);
  journal.begin("begun", "Name of the begun create");
  for (const id of ["6b0297e46a9458f30d7accd1", "6b0297e46a9458f30d7accd2"]) {
    journal.ended(journal.begin("ended", undefined), id);
  }
  journal.begin("ended", undefined);
  new FileJournal(DATA_FOLDER, "default", WRITTEN.credentials).confirm("6b0297e46a9458f30d7accd2");
  const files = entriesFolder(DATA_FOLDER);
  const entries = readdirSync(files).map((file) => [file, readFileSync(join(files, file), "utf8")]);
  rmSync(join(DATA_FOLDER, ".."), { recursive: true });
  writeJson(join(folder, "journal.json"), { dataFolder: DATA_FOLDER, entries: Object.fromEntries(entries) });
}

function writeRecords(folder: string): void {
  const posted = { ["1".repeat(64)]: { ["2".repeat(64)]: "3".repeat(64) } };
  writePostedDrift({
    ...readPostedDrift(join(folder, "none"), WRITTEN.webhook),
    file: join(folder, "notified.json"),
    posted,
  });
  const since = "2026-11-22T12:00:00.000Z";
  writeAlertStates(join(folder, "stale.json"), { "6b0297e46a9458f30d7accd1": { state: "ALERT", since } });
  const rules = Object.fromEntries(LINT_RULES.map(({ id }) => [id, "error"]));
  const ignore = [{ rule: "empty-dashboard", address: "clickstack_dashboard.*", reason: "They are new." }];
  writeJson(join(folder, "lint.json"), { lint: { rules, ignore } });
}

export function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o644 });
}
