import { placeProvider } from "../../../install/place-provider";
import { ownValue } from "../../../own-values";
import type { CodeFormat, GeneratedFile, Move } from "../../project/generated-file";
import { FolderFiles, type Manifest } from "../../project/import-manifest";
import { CI_SYSTEMS, newProgram } from "../../project/new-project";
import { CommandError } from "../../terminal/exit";
import { hclAddress } from "../hcl/print/hcl-value";
import * as hcl from "../hcl/print/write-hcl";
import { addressOf, type Imported } from "../model/imported";
import { FILE_NAMES, firstFitting } from "../model/names";
import type { PlacedModel } from "../model/placed-model";
import { mainFile } from "../typescript/print/main-file";
import { importsFile, movesFile } from "../typescript/print/object-files";
import { objectFiles } from "../typescript/print/write-typescript";

const MOVES = FILE_NAMES.typescript.moves;

/**
 * Generates the code of a model for a folder that may already contain code. Returns the files, and the manifest without
 * the texts of the files.
 * @param moves moved blocks for the vendor's resources
 * @param managed objects in the states of the folder: id on the server to address
 */
export function codeFor(
  format: CodeFormat,
  model: PlacedModel,
  folder: FolderFiles,
  moves: readonly Move[],
  managed: ReadonlyMap<string, string>,
): { readonly files: readonly GeneratedFile[]; readonly content: Omit<Manifest, "files"> } {
  const { objects, places } = model;
  const imports = importBlocks(format, model, folder);
  const { files, ...recorded } =
    format === "typescript"
      ? inTypeScript(model, imports, folder, { moves, managed })
      : inHcl(model, imports, folder, moves);
  const declared = objects
    .filter((each) => places.isGenerated(places.pathOf(each)))
    .map((each) => [each.id, { type: each.type, name: each.constructId, path: places.pathOf(each) }] as const);
  const content = {
    ...folder.earlier,
    ...recorded,
    format,
    objects: { ...folder.earlier.objects, ...Object.fromEntries(declared) },
    imports: Object.fromEntries(
      imports.filter(({ isThere }) => isThere).map((each) => [each.path, each.objects.map(({ id }) => id)]),
    ),
  };
  return { files, content };
}

interface ImportsFile {
  readonly path: string;
  readonly objects: readonly Pick<Imported, "type" | "constructId" | "id">[];
  /** True if the program imports the file: false if a user deleted it and no new object requires it. */
  readonly isThere: boolean;
  /** True if the file imports new objects. */
  readonly hasAdded: boolean;
}

/** Lists the files of import blocks. New objects are added to an unedited file. */
function importBlocks(
  format: CodeFormat,
  { objects, places }: PlacedModel,
  folder: FolderFiles,
): readonly ImportsFile[] {
  const { earlier } = folder;
  const added = objects.filter((each) => places.isAdded(each) && !each.isNew);
  const target = added.length === 0 ? undefined : firstWritable(FILE_NAMES[format].imports, format, folder);
  const exists = new Set(objects.map(({ id }) => id));
  const paths = [...new Set([...Object.keys(earlier.imports), ...(target === undefined ? [] : [target])])].sort();
  return paths.map((path) => {
    const isDeleted = folder.state(path) === "deleted";
    const hasAdded = path === target;
    const kept = isDeleted && hasAdded ? [] : (ownValue(earlier.imports, path) ?? []);
    const before = kept.flatMap((id) => {
      const known = exists.has(id) ? ownValue(earlier.objects, id) : undefined;
      return known ? [{ type: known.type, constructId: known.name, id }] : [];
    });
    return { path, objects: hasAdded ? [...before, ...added] : before, isThere: !isDeleted || hasAdded, hasAdded };
  });
}

function firstWritable(base: string, format: CodeFormat, folder: FolderFiles): string {
  const isWritable = (path: string) => folder.isOpen(path) || folder.state(path) === "deleted";
  return firstFitting(base, FILE_NAMES[format].numbered, isWritable);
}

function inTypeScript(
  model: PlacedModel,
  imports: readonly ImportsFile[],
  folder: FolderFiles,
  { moves, managed }: { readonly moves: readonly Move[]; readonly managed: ReadonlyMap<string, string> },
) {
  const { places } = model;
  const { earlier } = folder;
  const made = objectFiles(model);
  const isThere = (path: string) => folder.state(path) !== "deleted" || places.isGenerated(path);
  const entryPoints = Object.fromEntries(Object.entries(earlier.entryPoints).filter(([path]) => isThere(path)));
  const references = { ...earlier.references };
  for (const { path, entryPoint } of made) {
    if (entryPoint) {
      entryPoints[path] = entryPoint;
    }
    references[path] = entryPoint?.wants.map(({ id }) => id) ?? [];
  }
  const main = mainFile(
    model,
    entryPoints,
    imports.filter((each) => each.isThere).map(({ path }) => path),
    moves.length > 0 || folder.read(MOVES) !== undefined ? MOVES : undefined,
  );
  return {
    files: [
      ...made,
      ...(moves.length > 0 ? [movesFile(MOVES, moves)] : []),
      ...imports.map(({ path, objects, hasAdded }) => ({ ...importsFile(path, objects), isNeeded: hasAdded })),
      { ...main, base: programBase(model, folder, managed), isProgram: true },
    ],
    entryPoints,
    references,
  };
}

/**
 * Returns the generated program that the user edited: that of `init`, or that of the last import without the lines for
 * import blocks that the user removed. The first dashboard of `init` stays if it was applied. The backend of a CI kit
 * always stays.
 */
function programBase(
  model: PlacedModel,
  folder: FolderFiles,
  managed: ReadonlyMap<string, string>,
): string | undefined {
  const edited = folder.read("main.ts");
  const { framework } = model.form;
  if ([undefined, ...CI_SYSTEMS].some((ci) => newProgram({ framework, ci }) === edited)) {
    return managed.size > 0 ? mainFile({ ...model, deployment: undefined }, {}, []).text : newProgram({ framework });
  }
  const linesWith = (paths: readonly string[]) => mainFile(model, {}, paths).text.split("\n");
  const kept = new Set([...linesWith([]), ...(edited?.split("\n") ?? [])]);
  const removed = new Set(linesWith(Object.keys(folder.earlier.imports)).filter((line) => !kept.has(line)));
  const lines = folder.generatedText("main.ts")?.split("\n");
  return lines?.filter((line) => !removed.has(line)).join("\n");
}

function inHcl(model: PlacedModel, imports: readonly ImportsFile[], folder: FolderFiles, moves: readonly Move[]) {
  const { places } = model;
  const { earlier } = folder;
  const named = new Map(Object.values(earlier.lookUps).flatMap((names) => Object.entries(names)));
  const made = hcl.resourceFiles(model, named);
  const lookUps: Record<string, Readonly<Record<string, string>>> = { ...earlier.lookUps };
  const references: Record<string, readonly string[]> = { ...earlier.references };
  for (const file of made) {
    lookUps[file.path] = Object.fromEntries(file.lookUps);
    references[file.path] = file.references;
  }
  const needed = Object.entries(lookUps).filter(
    ([path]) => !isLookUpsFile(path) && (folder.state(path) !== "deleted" || places.isGenerated(path)),
  );
  const lookUpFiles = lookUpsIn(new Map(needed.flatMap(([, names]) => Object.entries(names))), folder);
  for (const { path, names } of lookUpFiles) {
    lookUps[path] = Object.fromEntries(names);
  }
  return {
    files: [
      ...made,
      ...lookUpFiles.flatMap(({ path, names }) => hcl.lookUpsFile(path, names) ?? []),
      ...imports.map(({ path, objects, hasAdded }) => ({ ...hcl.hclImportsFile(path, objects), isNeeded: hasAdded })),
      ...(moves.length > 0 ? [hcl.hclMovesFile(FILE_NAMES.hcl.moves, moves)] : []),
      hcl.hclMainFile(model),
    ],
    lookUps,
    references,
  };
}

function isLookUpsFile(path: string): boolean {
  return /^look_ups(_\d+)?\.tf$/.test(path);
}

/** Lists the files of data sources. An edited file stays unchanged. The next file gets the missing data sources. */
function lookUpsIn(
  needed: ReadonlyMap<string, string>,
  folder: FolderFiles,
): readonly { readonly path: string; readonly names: ReadonlyMap<string, string> }[] {
  const left = new Map(needed);
  for (const [path, names] of Object.entries(folder.earlier.lookUps)) {
    if (!isLookUpsFile(path) || folder.state(path) !== "edited" || folder.isOpen(path)) {
      continue;
    }
    for (const key of Object.keys(names)) {
      left.delete(key);
    }
  }
  if (left.size === 0) {
    return [];
  }
  return [{ path: firstWritable(hcl.LOOK_UPS, "hcl", folder), names: left }];
}

export function addressIn(format: CodeFormat, object: Pick<Imported, "type" | "constructId">): string {
  return format === "typescript" ? addressOf(object) : hclAddress(object);
}

const FORMAT_NAMES: Readonly<Record<CodeFormat, string>> = { typescript: "TypeScript", hcl: "HCL" };

/** Opens the folder of generated code. Throws a `CommandError` if an earlier run wrote another language there. */
export function openFolder({
  folder,
  format,
  force,
}: {
  readonly folder: string;
  readonly format: CodeFormat;
  readonly force: boolean;
}): FolderFiles {
  const files = new FolderFiles(folder, force);
  const earlier = files.earlier.format;
  if (earlier !== undefined && earlier !== format) {
    throw new CommandError(
      `${folder} contains code of an earlier run in ${FORMAT_NAMES[earlier]}. Fix: Set --format ${earlier}, or name another folder.`,
    );
  }
  return files;
}

/** Places the provider in a folder of HCL. For TypeScript, synthesis does this. Returns a note if it fails. */
export function placementNotes(folder: string): readonly string[] {
  try {
    placeProvider(folder);
    return [];
  } catch (error) {
    return [`The provider was not placed in ${folder}. ${error instanceof Error ? error.message : String(error)}`];
  }
}
