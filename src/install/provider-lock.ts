import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readRegularFile } from "../confined-folder";
import { VERSION } from "../version";
import { placedFolder } from "./place-provider";
import { PROVIDER_SOURCE, thisPlatform } from "./provider-executable";

/** Reason why `init` would refuse the placed provider, and the fix. */
interface LockProblem {
  readonly message: string;
  readonly fix: string;
}

/** Entry of the provider in the lock file of a working directory. */
interface LockEntry {
  readonly host: string;
  readonly version: string;
  readonly hashes: readonly string[];
}

const LOCK_FILE = ".terraform.lock.hcl";

/** Maximum size of a lock file, which has some kilobytes per provider. */
const MAX_LOCK_BYTES = 4 * 1024 * 1024;

/** The engine writes the file, one entry per registry host, and its form does not vary. */
export function readLockEntries(folder: string): readonly LockEntry[] {
  const text = readRegularFile(join(folder, LOCK_FILE), MAX_LOCK_BYTES, true);
  if (text === undefined) {
    return [];
  }
  const entries = text.matchAll(/^provider "([^"/]+)\/([^"]+)" \{\n([\s\S]*?)^\}/gm);
  return [...entries].flatMap(([, host = "", source, body = ""]) => {
    const version = /^\s*version\s*=\s*"([^"]*)"/m.exec(body)?.[1];
    if (source !== PROVIDER_SOURCE || version === undefined) {
      return [];
    }
    return [{ host, version, hashes: [...body.matchAll(/"((?:h1|zh):[^"]*)"/g)].map(([, hash = ""]) => hash) }];
  });
}

/** Returns the reason why the lock file refuses the placed provider, such as an upgrade or another placement. */
export function findLockProblem(folder: string): LockProblem | undefined {
  for (const { host, version, hashes } of readLockEntries(folder)) {
    if (version !== VERSION) {
      const message = `${LOCK_FILE} selects version ${version} of the provider; this package has ${VERSION}.`;
      return { message, fix: 'Run "init -upgrade" in the stack, and commit the lock file.' };
    }
    const placed = placedFolder(folder, host, thisPlatform());
    if (existsSync(placed) && !hashes.includes(packageHash(placed))) {
      const message = `${LOCK_FILE} knows version ${version} of the provider by the hash of another file, such as a whole executable instead of a launcher, or the registry's.`;
      return { message, fix: `Delete the entry "${host}/${PROVIDER_SOURCE}" from ${LOCK_FILE} and run "init".` };
    }
  }
  return undefined;
}

/**
 * The engines' hash of a package, version 1: over the names of its files and the hash of each
 * (docs/internals/terraform-protocol.md 1).
 */
export function packageHash(folder: string): string {
  const names = readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
  return hashOfFiles(names.map((name) => ({ name, sha256: sha256(readFileSync(join(folder, name))) })));
}

/** @param files sorted by name, with the SHA-256 of each in hexadecimal digits */
export function hashOfFiles(files: readonly { readonly name: string; readonly sha256: string }[]): string {
  const lines = files.map(({ name, sha256: digest }) => `${digest}  ${name}\n`).join("");
  return `h1:${createHash("sha256").update(lines).digest("base64")}`;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
