import { createHash, createHmac } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The credentials with which the tests sign entries. */
export const CREDENTIALS: readonly string[] = ["the access key", "the key secret"];

export interface JournalEntry {
  readonly content: string;
  readonly startedAt: number;
  readonly serverTime: number;
  readonly name?: string;
  readonly id?: string;
  readonly managed?: true;
}

/** The folder of the entries below Terraform's data folder. */
export function entriesFolder(dataFolder: string): string {
  return join(dataFolder, "clickstack", "creates");
}

interface Signed {
  readonly folder: string;
  readonly file: string;
  readonly scope: string;
  readonly credentials: readonly string[];
}

/** Returns the signature of an entry. */
export function macOf(entry: JournalEntry, { folder, file, scope, credentials }: Signed): string {
  const secret = createHash("sha256").update(JSON.stringify(credentials)).digest();
  const key = createHmac("sha256", secret).update("cdk-clickstack journal of creates").digest();
  const { content, startedAt, name, id, managed, serverTime } = entry;
  const signed = JSON.stringify([folder, file, scope, content, startedAt, serverTime, name, id, managed]);
  return createHmac("sha256", key).update(signed).digest("hex");
}

/**
 * Rewrites all entries of a journal with valid signatures, as the owner of the credentials could. The tests sign
 * independently of the provider.
 */
export function changeEntries(
  dataFolder: string,
  change: (entry: JournalEntry) => JournalEntry,
  { scope = "default", credentials = CREDENTIALS } = {},
): void {
  for (const file of readdirSync(entriesFolder(dataFolder))) {
    const path = join(entriesFolder(dataFolder), file);
    const { mac: _, ...entry } = JSON.parse(readFileSync(path, "utf8"));
    const changed = change(entry);
    const mac = macOf(changed, { folder: realpathSync(dataFolder), file, scope, credentials });
    writeFileSync(path, JSON.stringify({ ...changed, mac }));
  }
}
