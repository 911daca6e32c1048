import { ownValue } from "../../../own-values";
import type { CodeFormat } from "../../project/generated-file";
import { type FolderFiles, type Manifest, returnedBy } from "../../project/import-manifest";
import { watchedId } from "../../server/inventory";
import { type Imported, ofType } from "./imported";
import { FILE_NAMES, firstFitting } from "./names";

export interface FilePlaces {
  readonly pathOf: (object: Imported) => string;
  /** Returns true if this import added the object to the folder. */
  readonly isAdded: (object: Imported) => boolean;
  /** Returns true if the text of a file is generated, and merged if a user edited it. Other files stay unchanged. */
  readonly isGenerated: (path: string) => boolean;
  /** Returns true if a file can refer to an object: one that it declares, or one that another file returns. */
  readonly isReachable: (object: Imported, from: string) => boolean;
  /** Returns the references of an unchanged file, as an earlier import recorded them. */
  readonly references: (path: string) => readonly string[];
}

interface PlaceOptions {
  /** Ids of the selected objects. */
  readonly chosen: ReadonlySet<string>;
  readonly format: CodeFormat;
  readonly folder: Pick<FolderFiles, "earlier" | "state" | "isOpen">;
}

/**
 * Assigns a file to each object. Known objects stay in their files. New objects are added to the file of their type, or
 * to a new file if a user edited it. Only files with selected objects are generated again.
 */
export function filePlacesOf(objects: readonly Imported[], { chosen, format, folder }: PlaceOptions): FilePlaces {
  const { earlier } = folder;
  const names = FILE_NAMES[format];
  const incomplete = incompleteFiles(objects, earlier);
  const isOpen = (path: string) => folder.isOpen(path) && !incomplete.has(path);
  const recorded = ({ id }: Imported) => ownValue(earlier.objects, id)?.path;
  const paths = new Map<string, string>();
  const taken = new Set(Object.values(earlier.objects).map(({ path }) => path));
  const newPlaceOf = (object: Imported) => {
    const { type, constructId, group } = object;
    // An alert shares the file of the watched object if that file can be written.
    const watchedPath = type === "alert" ? paths.get(watchedId(object)) : undefined;
    if (watchedPath !== undefined && isOpen(watchedPath)) {
      return watchedPath;
    }
    const base = type === "dashboard" ? names.dashboard(group ?? constructId) : names.collection(type, group);
    const isShared = type !== "dashboard" || group !== undefined;
    return firstFitting(base, names.numbered, (path) => isOpen(path) && (isShared || !taken.has(path)));
  };
  for (const object of [...objects.filter(({ type }) => type !== "alert"), ...ofType(objects, "alert")]) {
    const path = recorded(object) ?? newPlaceOf(object);
    paths.set(object.id, path);
    if (object.type === "dashboard" && object.group === undefined) {
      taken.add(path);
    }
  }
  const pathOf = ({ id }: Imported) => paths.get(id) ?? "";
  const isAdded = (object: Imported) => recorded(object) === undefined;
  const wanted = objects.filter((each) => chosen.has(each.id) || isAdded(each)).map(pathOf);
  const generated = new Set(wanted.filter((path) => !incomplete.has(path)));
  const isGenerated = (path: string) => generated.has(path) && (folder.state(path) === "edited" || isOpen(path));
  const isHandedOut = (id: string, path: string) => {
    const entryPoint = folder.state(path) === "deleted" ? undefined : ownValue(earlier.entryPoints, path);
    return entryPoint !== undefined && returnedBy(entryPoint).some((each) => each.id === id);
  };
  return {
    pathOf,
    isAdded,
    isGenerated,
    isReachable: (object, from) => {
      const path = pathOf(object);
      return path === from || format === "hcl" || isGenerated(path) || isHandedOut(object.id, path);
    },
    references: (path) => ownValue(earlier.references, path) ?? [],
  };
}

/** Returns the files with an object that was deleted on the server or can no longer be declared. */
function incompleteFiles(objects: readonly Imported[], { objects: recorded }: Manifest): ReadonlySet<string> {
  const ids = new Set(objects.map(({ id }) => id));
  const missing = Object.entries(recorded).filter(([id]) => !ids.has(id));
  return new Set(missing.map(([, { path }]) => path));
}
