import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "../../client/json";
import { ConfinedFolder } from "../../confined-folder";
import { ownValue } from "../../own-values";
import { CommandError } from "../terminal/exit";
import type { ReadonlyDocument } from "../terminal/json-document";
import { type CodeFormat, FORMATS } from "./generated-file";
import { IMPORTED_TYPES } from "./imported-types";

/** Name of the file that records the generated code. */
export const MANIFEST = ".cdk-clickstack-import.json";

const VERSION = 5;

/** An identifier. */
const name = z.string().regex(/^[A-Za-z_$][A-Za-z0-9_$]*$/);
/** A relative path inside the folder. */
const path = z.string().refine((text) => !/(^|[\\/])\.\.([\\/]|$)|^([\\/]|[A-Za-z]:)/.test(text));
const named = z.object({ id: z.string(), name });

const entryPoint = z.object({
  functionName: name,
  /** Objects that the function requires: parameter name and id on the server. */
  wants: z.array(named),
  /** The returned objects: one, or several by name. */
  returns: z.union([z.object({ one: z.string(), name }), z.object({ several: z.array(named) })]),
});

/** The function that a file of TypeScript exports. */
export type EntryPoint = ReadonlyDocument<typeof entryPoint>;

/** Lists the objects that a function returns, with their names. */
export function returnedBy({ returns }: EntryPoint): EntryPoint["wants"] {
  return "one" in returns ? [{ name: returns.name, id: returns.one }] : returns.several;
}

const manifest = z.object({
  version: z.literal(VERSION),
  format: z.enum(FORMATS),
  /** Text that the last import generated for each file, by path. A file with a different text was edited. */
  files: z.record(path, z.string()),
  /** Construct id and file of each imported object, by id on the server. Names do not change. */
  objects: z.record(
    z.string(),
    z.object({ type: z.enum(IMPORTED_TYPES), name: z.string().regex(/^[a-z][a-z0-9-]*$/), path }),
  ),
  /** Exported function of each TypeScript file. */
  entryPoints: z.record(path, entryPoint),
  /** Ids of objects of other files that each file refers to. */
  references: z.record(path, z.array(z.string())),
  /** Names of look-ups that each HCL file refers to, by look-up. */
  lookUps: z.record(path, z.record(z.string(), name)),
  /** Ids in each file of import blocks. */
  imports: z.record(path, z.array(z.string())),
});

/** Record of earlier imports in a folder. `format` is absent if there was no import. */
export type Manifest = Omit<ReadonlyDocument<typeof manifest>, "version" | "format"> & { readonly format?: CodeFormat };

export const NO_MANIFEST: Manifest = {
  files: {},
  objects: {},
  entryPoints: {},
  references: {},
  lookUps: {},
  imports: {},
};

const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Reads a file; undefined if it does not exist. Throws an `UnsafePathError` for a link, a FIFO or a device. */
function readTextFile(folder: string, path: string): string | undefined {
  return new ConfinedFolder(folder).read(path, MAX_FILE_BYTES);
}

/** Reads the manifest. Throws a `CommandError` if it is invalid. */
export function readManifest(folder: string): Manifest {
  const text = readTextFile(folder, MANIFEST);
  if (text === undefined) {
    return NO_MANIFEST;
  }
  const content = manifest.safeParse(jsonIn(text));
  if (content.success) {
    const { version: _, ...remembered } = content.data;
    return remembered;
  }
  throw new CommandError(
    `${join(folder, MANIFEST)} was not written by an import of this version. Fix: Import into another folder, or delete that file. All files in the folder then count as edited.`,
  );
}

export function manifestText({ format, ...content }: Manifest): string {
  const about =
    "Record of cdk-clickstack import. Keep this file next to the code: it contains the generated texts, with which an import merges your edits, and the imported objects.";
  const sorted = (record: object) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  const parts = Object.entries(content).map(([name, record]) => [name, sorted(record)]);
  return `${JSON.stringify({ about, version: VERSION, format, ...Object.fromEntries(parts) }, undefined, 2)}\n`;
}

/**
 * State of a file: `generated` is unchanged since an import wrote it; `edited` and `deleted` were changed or deleted by
 * a user afterwards; `unmanaged` was not written by an import; `absent` never existed.
 */
type FileState = "generated" | "edited" | "deleted" | "unmanaged" | "absent";

/** The folder of an import: its files, and the manifest of earlier imports. */
export class FolderFiles {
  readonly earlier: Manifest;
  readonly #pending = new Map<string, string>();

  /** Throws a `CommandError` if the manifest is invalid. */
  constructor(
    private readonly folder: string,
    readonly overwrites: boolean,
  ) {
    this.earlier = readManifest(folder);
  }

  /** Reads a file with the line ends of generated code. */
  read(path: string): string | undefined {
    return (this.#pending.get(path) ?? readTextFile(this.folder, path))?.replaceAll("\r\n", "\n");
  }

  generatedText(path: string): string | undefined {
    return ownValue(this.earlier.files, path);
  }

  state(path: string): FileState {
    const known = this.generatedText(path);
    const present = this.read(path);
    if (present === undefined) {
      return known === undefined ? "absent" : "deleted";
    }
    if (known === undefined) {
      return "unmanaged";
    }
    return present === known ? "generated" : "edited";
  }

  /** Returns true if the file may be created or overwritten. */
  isOpen(path: string): boolean {
    const state = this.state(path);
    return state === "generated" || state === "absent" || (this.overwrites && state !== "unmanaged");
  }

  /** Stores a text until `flush` writes it. */
  write(path: string, text: string): void {
    this.#pending.set(path, text);
  }

  /** Writes all kept files. If one cannot be written, none is. */
  flush(): void {
    new ConfinedFolder(this.folder).writeAll(Object.fromEntries(this.#pending));
    this.#pending.clear();
  }
}
