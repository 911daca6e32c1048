import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../frame/command-error";

/** The file that remembers what an import generated. */
export const MANIFEST = ".cdk-clickstack-import.json";

const VERSION = 1;

/** What earlier imports left in a folder. */
export interface Manifest {
  /** The digest of each generated file as it was written, by its path. A file with another one was edited. */
  readonly files: Readonly<Record<string, string>>;
  /** The construct id of each imported object, by its id on the server, so that names stay. */
  readonly names: Readonly<Record<string, string>>;
}

/** Throws a `CommandError` for a file that no import wrote. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return { files: {}, names: {} };
  const content = parsed(readFileSync(file, "utf8"));
  if (content?.version !== VERSION) {
    throw new CommandError(
      `${file} is not what an import of this version wrote. Import into another folder, or delete that file: everything in the folder then counts as edited.`,
    );
  }
  return { files: content.files, names: content.names };
}

export function manifestText({ files, names }: Manifest): string {
  const about =
    "What cdk-clickstack import generated. Keep this file beside the code: it tells edited files from generated ones.";
  return `${JSON.stringify({ about, version: VERSION, files: sorted(files), names: sorted(names) }, undefined, 2)}\n`;
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function parsed(text: string): (Manifest & { readonly version: number }) | undefined {
  try {
    const content = JSON.parse(text) as Partial<Manifest & { readonly version: number }> | null;
    const { version, files, names } = content ?? {};
    return version !== undefined && files && names ? { version, files, names } : undefined;
  } catch {
    return undefined;
  }
}

function sorted(record: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
