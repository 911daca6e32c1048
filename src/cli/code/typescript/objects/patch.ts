import type { AdoptedObject } from "../../../commands/adopt/document";
import type { AuthorFiles, EditedFile } from "../../../project/author-files";
import { findPathProblem } from "../../../project/editable-path";
import type { PlacedConstruct } from "../../../project/placed-constructs";
import type { LeftOut } from "../../../project/write-verified";
import type { UnmanagedAlert } from "../../../server/unmanaged-alerts";
import type { DriftedObject, StackChanges } from "../../edits/changed-objects";
import { updateImports } from "../edit/imports";
import { Program } from "../edit/program";
import { addAlert, freeConstructId } from "./add-alert";
import { type EditContext, editObject } from "./edit-object";
import { tilesAt, withoutTiles } from "./without-tiles";

/** Edits of the author's files that adopt changes of a server. */
export interface Patch {
  readonly files: readonly EditedFile[];
  readonly objects: readonly AdoptedObject[];
}

/** The changes that a patch adopts. */
interface PatchInput {
  readonly files: AuthorFiles;
  readonly stacks: readonly StackChanges[];
  /** Files of constructs that git ignores. */
  readonly ignored: ReadonlySet<string>;
  /** Alerts to add to the code. */
  readonly alerts: readonly UnmanagedAlert[];
  /** Addresses of the objects to adopt. Empty for all. */
  readonly addresses: readonly string[];
}

/** Returns the name of an object that is unique in a program: `stack/address`. */
export function objectKey({ stack, address }: Pick<AdoptedObject, "stack" | "address">): string {
  return `${stack}/${address}`;
}

/** Lists the files that create changed objects, if their paths can be edited. */
export function sourcesOf(folder: string, stacks: readonly StackChanges[]): readonly string[] {
  const files = stacks.flatMap(({ objects }) =>
    objects.flatMap(({ change }) => {
      const { position, tiles } = change?.construct ?? {};
      return [...(position ? [position.file] : []), ...[...(tiles?.values() ?? [])].map(({ file }) => file)];
    }),
  );
  return [...new Set(files)].filter((file) => findPathProblem(folder, file) === undefined);
}

/**
 * Creates the patch of the files in their original form.
 * @param leftOut wrong attributes of dashboards, as `tiles.errors.x`. Their tiles and all places stay unchanged
 * @param only objects whose edits the patch contains, as `stack/address`. Default: all
 */
export function createPatch(
  { files, ignored, stacks, alerts, addresses }: PatchInput,
  only?: ReadonlySet<string>,
  leftOut: LeftOut = new Map(),
): Patch {
  const program = new Program(files, ignored);
  const contextOf = editContext(stacks, program);
  const isIncluded = (object: Pick<AdoptedObject, "stack" | "address">) => only?.has(objectKey(object)) ?? true;
  const changed = stacks.flatMap((stack) =>
    stack.objects
      .filter(({ address }) => addresses.length === 0 || addresses.includes(address))
      .filter(({ address }) => isIncluded({ stack: stack.stack, address }))
      .map((object) => {
        const paths = leftOut.get(objectKey({ stack: stack.stack, address: object.address })) ?? [];
        return adoptedObject(stack.stack, withoutPaths(object, paths), contextOf(stack));
      }),
  );
  const added = stacks.flatMap((stack) => addedAlerts(stack, alerts, contextOf(stack), isIncluded));
  for (const file of program.sources) {
    updateImports(file);
  }
  return { files: program.editedFiles, objects: [...changed, ...added] };
}

/** Returns an object without the changes of the tiles at some paths, and without changes of places. */
function withoutPaths(object: DriftedObject, paths: readonly string[]): DriftedObject {
  const { change } = object;
  return change?.type === "dashboard" && paths.length > 0
    ? { ...object, change: withoutTiles(change, tilesAt(paths, change)) }
    : object;
}

type PlacedStack = Pick<StackChanges, "constructs" | "known">;

type ContextOf = (stack: PlacedStack) => EditContext;

/** Returns the program of some stacks as the edits of one object need it. */
export function editContext(stacks: readonly PlacedStack[], program: Program): ContextOf {
  const counts = countPositions(stacks.flatMap(({ constructs }) => constructs));
  const countAt = (position: PlacedConstruct["position"]) => counts.get(positionKey(position)) ?? 0;
  return ({ known }) => ({ program, known, countAt });
}

function adoptedObject(
  stack: string,
  { address, change, notAdopted }: DriftedObject,
  context: EditContext,
): AdoptedObject {
  if (!change) {
    return { stack, address, adopted: [], notAdopted };
  }
  const { edited, obstacles } = editObject(change, context);
  const isHidden = edited.length === 0 && obstacles.length === 0 && notAdopted.length === 0;
  const { file, line } = change.construct.position;
  const hidden = isHidden ? [{ prop: "", file, line, reason: "No prop of the construct declares the change." }] : [];
  return { stack, address, adopted: [...new Set(edited)], notAdopted: [...notAdopted, ...obstacles, ...hidden] };
}

/** Adds the alerts of users on managed tiles to the code. */
function addedAlerts(
  { stack, constructs }: StackChanges,
  alerts: readonly UnmanagedAlert[],
  context: EditContext,
  isIncluded: (object: Pick<AdoptedObject, "stack" | "address">) => boolean,
): readonly AdoptedObject[] {
  const taken = new Set(constructs.map(({ address }) => address.slice(address.lastIndexOf(".") + 1)));
  return constructs.flatMap((dashboard) =>
    alerts
      .filter((alert) => alert.stack === stack && alert.dashboard === dashboard.address)
      .flatMap((alert) => {
        const constructId = freeConstructId(alert, taken);
        const address = `clickstack_alert.${constructId}`;
        if (!isIncluded({ stack, address })) {
          return [];
        }
        const { edited, obstacles } = addAlert(alert, dashboard, constructId, context);
        return [{ stack, address, adopted: edited, notAdopted: obstacles }];
      }),
  );
}

function countPositions(constructs: readonly PlacedConstruct[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { position, tiles, layout } of constructs) {
    const rows = new Set([...layout.values()].flatMap(({ row }) => row ?? []));
    const ofRows = [...rows].flatMap((row) => row.position ?? []);
    for (const each of [position, ...tiles.values(), ...ofRows]) {
      const key = positionKey(each);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

function positionKey({ file, line, column }: PlacedConstruct["position"]): string {
  return `${file}:${line}:${column}`;
}
