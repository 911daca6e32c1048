import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "../../../client/json";
import { ConfinedFolder } from "../../../confined-folder";
import { CommandError } from "../../frame/exit";
import type { ReadonlyDocument } from "../../frame/json";
import { type CodeFormat, FORMATS } from "../text/formats";
import { IMPORTED_TYPES } from "./imported-types";

/** The file that remembers what an import generated. */
export const MANIFEST = ".cdk-clickstack-import.json";

const VERSION = 3;

/** A name in code. */
const name = z.string().regex(/^[A-Za-z_$][A-Za-z0-9_$]*$/);
/** Ends a file's path below the folder; nothing in it leads out. */
const path = z.string().refine((text) => !/(^|[\\/])\.\.([\\/]|$)|^([\\/]|[A-Za-z]:)/.test(text));
const named = z.object({ id: z.string(), name });

const entryPoint = z.object({
  functionName: name,
  /** The objects that it wants, by the names of its parameters: id on the server. */
  wants: z.array(named),
  /** What it returns: one object, or several by name. */
  returns: z.union([z.object({ one: z.string(), name }), z.object({ several: z.array(named) })]),
});

/** The function that a file of TypeScript exports. */
export type EntryPoint = ReadonlyDocument<typeof entryPoint>;

const manifest = z.object({
  version: z.literal(VERSION),
  format: z.enum(FORMATS),
  /** The digest of each generated file as it was written, by its path. A file with another one was edited. */
  files: z.record(path, z.string()),
  /**
   * Each imported object, by its id on the server: its construct id, so that names stay, and the file that declares it.
   */
  objects: z.record(
    z.string(),
    z.object({ type: z.enum(IMPORTED_TYPES), name: z.string().regex(/^[a-z][a-z0-9-]*$/), path }),
  ),
  /** The function of each file of TypeScript, for the program that calls it. */
  entryPoints: z.record(path, entryPoint),
  /** The ids of the objects of other files that each file refers to. */
  references: z.record(path, z.array(z.string())),
  /** The names of the look-ups that each file of HCL refers to, by what is looked up. */
  lookUps: z.record(path, z.record(z.string(), name)),
  /** The ids in each file of import blocks. */
  imports: z.record(path, z.array(z.string())),
});

/** What earlier imports left in a folder. Without the language of the code for a folder that no import wrote to. */
export type Manifest = Omit<ReadonlyDocument<typeof manifest>, "version" | "format"> & { readonly format?: CodeFormat };

/** The manifest of a folder that no import wrote to. */
export const NO_MANIFEST: Manifest = {
  files: {},
  objects: {},
  entryPoints: {},
  references: {},
  lookUps: {},
  imports: {},
};

/** A file of an import is smaller than this, however many objects it declares. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The text of a file; undefined where there is none. Throws an `UnsafePathError` for a link, a FIFO or a device. */
export function textIn(folder: string, path: string): string | undefined {
  return new ConfinedFolder(folder).read(path, MAX_FILE_BYTES);
}

/** Throws a `CommandError` for a file that no import wrote. */
export function readManifest(folder: string): Manifest {
  const text = textIn(folder, MANIFEST);
  if (text === undefined) {
    return NO_MANIFEST;
  }
  const content = manifest.safeParse(jsonIn(text));
  if (content.success) {
    const { version: _, ...remembered } = content.data;
    return remembered;
  }
  throw new CommandError(
    `${join(folder, MANIFEST)} is not what an import of this version wrote. Import into another folder, or delete that file: everything in the folder then counts as edited.`,
  );
}

export function manifestText({ format, ...content }: Manifest): string {
  const about =
    "What cdk-clickstack import generated. Keep this file beside the code: it tells edited files from generated ones, and what is there already from what is new.";
  const parts = Object.entries(content).map(([name, record]) => [name, sorted(record)]);
  return `${JSON.stringify({ about, version: VERSION, format, ...Object.fromEntries(parts) }, undefined, 2)}\n`;
}

export function textDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function sorted(record: object): object {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
