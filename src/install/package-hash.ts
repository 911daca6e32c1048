import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Content } from "../staged-file";

/**
 * The engines' hash of a package, version 1: over the names of its files and the hash of each
 * (docs/internals/terraform-protocol.md 1).
 */
export function packageHash(folder: string): string {
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  return hashOfFiles(names.map((name) => ({ name, sha256: sha256(readFileSync(join(folder, name))) })));
}

/** Returns the same hash of files that are not placed yet. */
export function hashOfContents(files: Readonly<Record<string, Content>>): string {
  const digests = Object.entries(files).map(([name, content]) => ({
    name,
    sha256: typeof content === "string" ? sha256(content) : sha256OfFile(content.copyOf),
  }));
  return hashOfFiles(digests);
}

/** @param files each with its SHA-256 in hexadecimal digits */
export function hashOfFiles(files: readonly { readonly name: string; readonly sha256: string }[]): string {
  const sorted = [...files].sort((one, other) => (one.name < other.name ? -1 : 1));
  const lines = sorted.map(({ name, sha256: digest }) => `${digest}  ${name}\n`).join("");
  return `h1:${createHash("sha256").update(lines).digest("base64")}`;
}

/** SHA-256 by path, size and time. All stacks of a program copy the same executable of 110 MB. */
const knownDigests = new Map<string, string>();

/** Returns the SHA-256 of a file in hexadecimal digits. */
export function sha256OfFile(file: string): string {
  const { size, mtimeMs } = statSync(file);
  const key = `${file}\n${size}\n${mtimeMs}`;
  const digest = knownDigests.get(key) ?? sha256(readFileSync(file));
  knownDigests.set(key, digest);
  return digest;
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
