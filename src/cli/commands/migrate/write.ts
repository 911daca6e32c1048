import { codeFor } from "../../code/folder/folder-code";
import { writeFiles } from "../../code/folder/write-files";
import { hclAddress, hclName } from "../../code/hcl/print/hcl-value";
import { filePlacesOf } from "../../code/model/file-places";
import type { ImportModel } from "../../code/model/import-model";
import { addressOf, type Imported } from "../../code/model/imported";
import { kebab } from "../../code/model/names";
import { ConstructIds, ImportedReferences } from "../../code/model/references";
import type { CodeFormat, GeneratedFile, WrittenFile } from "../../project/generated-file";
import type { FolderFiles } from "../../project/import-manifest";
import { projectFormOf } from "../../project/project-form";
import type { MigratedObject } from "./migrated";
import type { Migration } from "./settings";

interface ProgramOptions {
  readonly folder: string;
  readonly format: CodeFormat;
  readonly files: FolderFiles;
  readonly deployment: ImportModel["deployment"];
  /** Further files, such as the settings. */
  readonly others: readonly GeneratedFile[];
  readonly askOverwrite?: (path: string) => Promise<boolean>;
}

/** Position of an object or of a tile in the generated code. */
interface Place {
  readonly path: string;
  readonly line: number;
}

export interface Program {
  readonly folder: string;
  readonly files: readonly WrittenFile[];
  readonly model: ImportModel;
  /** Returns the position of an object or of one of its tiles. */
  placeOf(target: { readonly id: string; readonly tileKey?: string }): Place | undefined;
  /** Returns the address in Terraform of an object. */
  addressOf(id: string): string;
}

/** Writes objects as a program with the writers of `import`, and merges edits of an earlier run. */
export async function writeProgram(
  objects: readonly MigratedObject[],
  { records }: Migration,
  { folder, format, files, deployment, others, askOverwrite }: ProgramOptions,
): Promise<Program> {
  const { earlier } = files;
  const names = new Map(Object.entries(earlier.objects).map(([id, { name }]) => [id, name]));
  const ids = new ConstructIds(records, names);
  const imported = objects.map((object) => importedOf(object, ids));
  const hidden = new Set<never>();
  const model: ImportModel = {
    objects: imported,
    leftOut: [],
    references: new ImportedReferences(imported, { records, hidden }),
    records: { ...records, dashboard: [...records.dashboard, ...imported.map(({ record }) => record)] },
    deployment,
    form: projectFormOf(folder),
  };
  // An object that the input no longer contains must not keep its file from being written.
  const current = new Set(imported.map(({ id }) => id));
  const known = Object.fromEntries(Object.entries(earlier.objects).filter(([id]) => current.has(id)));
  const places = filePlacesOf(imported, {
    chosen: current,
    format,
    folder: {
      earlier: { ...earlier, objects: known },
      state: (path) => files.state(path),
      isOpen: (path) => files.isOpen(path),
    },
  });
  const { files: code, content } = codeFor(format, { ...model, places }, files, [], new Map());
  const written = await writeFiles([...code, ...others], files, content, askOverwrite);
  const texts = new Map(code.map(({ path, text }) => [path, text]));
  const lines = new Map<string, ReadonlyMap<string, number>>();
  const byId = new Map(imported.map((each) => [each.id, each]));
  return {
    folder,
    files: written,
    model,
    addressOf: (id) => {
      const object = byId.get(id);
      return object ? (format === "hcl" ? String(hclAddress(object)) : addressOf(object)) : "";
    },
    placeOf: ({ id, tileKey }) => {
      const object = byId.get(id);
      if (!object) {
        return undefined;
      }
      const path = places.pathOf(object);
      const found = lines.get(path) ?? linesOf(texts.get(path) ?? "", format);
      lines.set(path, found);
      const name = format === "hcl" ? String(hclName(object)) : object.constructId;
      const line = found.get(`${name}\n${tileKey ?? ""}`) ?? found.get(`${name}\n`);
      return line === undefined ? undefined : { path, line };
    },
  };
}

function importedOf(
  { type, id, name, fields, tileIds = {}, group, remark }: MigratedObject,
  ids: ConstructIds,
): Imported {
  const tiles = Object.entries((fields.tiles ?? {}) as Readonly<Record<string, { readonly name?: string }>>);
  const record = {
    ...fields,
    id,
    tiles: tiles.map(([key, tile]) => ({ id: tileIds[key] ?? "", name: tile.name ?? "" })),
  };
  const object = { type, id, name, tags: [], record: record as Imported["record"] };
  return {
    ...object,
    fields,
    state: { ...fields, id, tileIds },
    tilesLeftOut: [],
    constructId: ids.of(object),
    isNew: true,
    ...(type !== "webhook" && { group: kebab(group) || "general" }),
    ...(remark !== undefined && { remark }),
  };
}

/** A property of an object in generated code. */
const PROPERTY = /^ {2,20}"?([^":= ]+)"?(?::| =) /;

/** Returns the lines of objects and of their properties, by the name of the object and of the property. */
function linesOf(text: string, format: CodeFormat): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const head = format === "hcl" ? /^resource "clickstack_\w+" "([\w-]+)"/ : /\bscope, "([\w-]+)", \{/;
  let object = "";
  for (const [index, line] of text.split("\n").entries()) {
    object = head.exec(line)?.[1] ?? object;
    const property = PROPERTY.exec(line)?.[1];
    for (const key of [`${object}\n`, ...(property === undefined ? [] : [`${object}\n${property}`])]) {
      if (!lines.has(key)) {
        lines.set(key, index + 1);
      }
    }
  }
  return lines;
}
