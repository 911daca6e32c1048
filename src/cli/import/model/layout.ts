import { ownValue } from "../../../own-values";
import { watchedId } from "../read/inventory";
import type { Manifest } from "../read/manifest";
import type { CodeFormat } from "../text/formats";
import { returnedBy } from "../typescript/entry-function";
import type { FolderFiles } from "../write/write-files";
import type { Imported } from "./imported";
import { FILE_NAMES, firstFitting } from "./names";

/** Which file declares which object, and which files are written. */
export interface Layout {
  readonly pathOf: (object: Imported) => string;
  /** Whether an object is in the folder since this import. */
  readonly isAdded: (object: Imported) => boolean;
  /** Whether the text of a file is made anew. Others stay as they are. */
  readonly isGenerated: (path: string) => boolean;
  /** Whether the folder will have the text that is made: not where somebody edited the file. */
  readonly isOurs: (path: string) => boolean;
  /** Whether code in one file can refer to an object: of its own, or of another file that hands it out. */
  readonly isReachable: (object: Imported, from: string) => boolean;
  /** What a file that stays as it is refers to, as far as an import wrote it. */
  readonly references: (path: string) => readonly string[];
}

interface LayoutOptions {
  /** The ids of the objects that were asked for. */
  readonly chosen: ReadonlySet<string>;
  readonly format: CodeFormat;
  readonly folder: Pick<FolderFiles, "earlier" | "state" | "isOpen">;
}

/**
 * Objects stay in their files. New ones go to the file where they belong, or, where somebody edited that, to one of
 * their own; and a file is written anew only for what was asked for.
 */
export function layoutOf(objects: readonly Imported[], { chosen, format, folder }: LayoutOptions): Layout {
  const { earlier } = folder;
  const names = FILE_NAMES[format];
  const incomplete = incompleteFiles(objects, earlier);
  const isOpen = (path: string) => folder.isOpen(path) && !incomplete.has(path);
  const recorded = ({ id }: Imported) => ownValue(earlier.objects, id)?.path;
  const paths = new Map<string, string>();
  const taken = new Set(Object.values(earlier.objects).map(({ path }) => path));
  for (const object of [...objects.filter(isNoAlert), ...objects.filter((each) => !isNoAlert(each))]) {
    const path = recorded(object) ?? placeOf(object, names, isOpen, { paths, taken });
    paths.set(object.id, path);
    if (object.type === "dashboard") {
      taken.add(path);
    }
  }
  const pathOf = ({ id }: Imported) => paths.get(id) ?? "";
  const isAdded = (object: Imported) => recorded(object) === undefined;
  const wanted = objects.filter((each) => chosen.has(each.id) || isAdded(each)).map(pathOf);
  const generated = new Set(wanted.filter((path) => !incomplete.has(path)));
  const isOurs = (path: string) => generated.has(path) && isOpen(path);
  const isHandedOut = (id: string, path: string) => {
    const entryPoint = folder.state(path) === "deleted" ? undefined : ownValue(earlier.entryPoints, path);
    return entryPoint !== undefined && returnedBy(entryPoint).some((each) => each.id === id);
  };
  return {
    pathOf,
    isAdded,
    isOurs,
    isReachable: (object, from) => {
      const path = pathOf(object);
      return path === from || format === "hcl" || isOurs(path) || isHandedOut(object.id, path);
    },
    isGenerated: (path) => generated.has(path) && (folder.state(path) !== "deleted" || isOpen(path)),
    references: (path) => ownValue(earlier.references, path) ?? [],
  };
}

interface Places {
  /** The files of the objects that have one, by id. */
  readonly paths: ReadonlyMap<string, string>;
  readonly taken: ReadonlySet<string>;
}

/** The file of a new object. An alert stands beside what it watches, where that can be written. */
function placeOf(
  object: Imported,
  names: (typeof FILE_NAMES)[CodeFormat],
  isOpen: (path: string) => boolean,
  { paths, taken }: Places,
): string {
  const { type, constructId } = object;
  const beside = type === "alert" ? paths.get(watchedId(object)) : undefined;
  if (beside !== undefined && isOpen(beside)) {
    return beside;
  }
  const base = type === "dashboard" ? names.dashboard(constructId) : names.collection(type);
  return firstFitting(base, names.numbered, (path) => isOpen(path) && !(type === "dashboard" && taken.has(path)));
}

/** The files with an object that nobody can write anew: it is gone from the server, or cannot be declared any more. */
function incompleteFiles(objects: readonly Imported[], { objects: recorded }: Manifest): ReadonlySet<string> {
  const ids = new Set(objects.map(({ id }) => id));
  const missing = Object.entries(recorded).filter(([id]) => !ids.has(id));
  return new Set(missing.map(([, { path }]) => path));
}

function isNoAlert({ type }: Imported): boolean {
  return type !== "alert";
}
