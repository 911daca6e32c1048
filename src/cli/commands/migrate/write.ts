import { bisect } from "d3-array";
import { addressIn, codeFor } from "../../code/folder/folder-code";
import { writeFiles } from "../../code/folder/write-files";
import { hclName } from "../../code/hcl/print/hcl-value";
import { filePlacesOf } from "../../code/model/file-places";
import type { ImportModel } from "../../code/model/import-model";
import type { Imported } from "../../code/model/imported";
import { kebab, RESERVED_FILES } from "../../code/model/names";
import { ConstructIds, ImportedReferences } from "../../code/model/references";
import type { CodeFormat, GeneratedFile } from "../../project/generated-file";
import type { FolderFiles } from "../../project/import-manifest";
import { projectFormOf } from "../../project/project-form";
import type { MigratedObject, Outcome } from "./migrated";
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

/** Writes objects as a program with the writers of `import`, and merges edits of an earlier run. */
export async function writeProgram(
  objects: readonly MigratedObject[],
  { records }: Migration,
  { folder, format, files, deployment, others, askOverwrite }: ProgramOptions,
) {
  const { earlier } = files;
  const names = new Map(Object.entries(earlier.objects).map(([id, { name }]) => [id, name]));
  const ids = new ConstructIds(records, names);
  const imported = objects.map((object) => importedOf(object, ids));
  // The managed deployment does not list connections, so that code cannot look them up.
  const hidden = new Set(deployment === "managed" ? (["connection"] as const) : []);
  const model: ImportModel = {
    objects: imported,
    leftOut: [],
    references: new ImportedReferences(imported, { records, hidden }),
    records: { ...records, dashboard: [...records.dashboard, ...imported.map(({ record }) => record)] },
    deployment,
    form: projectFormOf(folder),
  };
  // Objects that the input no longer contains are left out. A file that contains one would not be written.
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
  const lines = new Map(code.map(({ path, text }) => [path, linesIn(text)]));
  const byId = new Map(imported.map((each) => [each.id, each]));
  return {
    files: written,
    /** Returns the address in Terraform of an object. */
    addressOf: (id: string) => {
      const object = byId.get(id);
      return object ? addressIn(format, object) : "";
    },
    /** Returns the position of an object or of one of its tiles. */
    placeOf: ({ id, tileKey }: NonNullable<Outcome["target"]>) => {
      const object = byId.get(id);
      if (!object) {
        return undefined;
      }
      const path = places.pathOf(object);
      const head =
        format === "hcl"
          ? `resource "clickstack_${object.type}" "${hclName(object)}"`
          : `(scope, "${object.constructId}", {`;
      const lineOf = lines.get(path);
      return lineOf && { path, line: lineOf(head, tileKey) };
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
    ...(type !== "webhook" && { group: fileNameOf(group) }),
    ...(remark !== undefined && { remark }),
  };
}

/** Returns the name of the file of a group on all systems. */
function fileNameOf(group: string): string {
  const name = kebab(group) || "general";
  return RESERVED_FILES.includes(name) ? `${name}-group` : name;
}

/** Returns a function that finds the line of an object, or of one of its properties, in generated code. */
function linesIn(text: string) {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (head: string, property: string | undefined) => {
    const start = text.indexOf(head);
    const pattern = new RegExp(`^ +"?${property}"?(?::| =) `, "gm");
    pattern.lastIndex = start;
    return bisect(ends, (property !== undefined && pattern.exec(text)?.index) || start) + 1;
  };
}
