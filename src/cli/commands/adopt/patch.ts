import type { DriftedObject, StackChanges } from "../../code/edits/changed-objects";
import { type AdoptedObject, objectKey } from "../../code/edits/edit-result";
import { freeConstructId, Names } from "../../code/model/names";
import { updateImports } from "../../code/typescript/edit/imports";
import { type EditContext, editContext, Program } from "../../code/typescript/edit/program";
import { addAlert } from "../../code/typescript/objects/add-alert";
import { editObject } from "../../code/typescript/objects/edit-object";
import type { AuthorFiles, EditedFile } from "../../project/author-files";
import { findPathProblem } from "../../project/editable-path";
import type { UnmanagedAlert } from "../../server/unmanaged-alerts";

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
 * @param only objects whose edits the patch contains, as `stack/address`. Default: all
 */
export function createPatch(
  { files, ignored, stacks, alerts, addresses }: PatchInput,
  only?: ReadonlySet<string>,
): Patch {
  const program = new Program(files, ignored);
  const contextOf = editContext(stacks, program);
  const isIncluded = (object: Pick<AdoptedObject, "stack" | "address">) => only?.has(objectKey(object)) ?? true;
  const changed = stacks.flatMap((stack) =>
    stack.objects
      .filter(({ address }) => addresses.length === 0 || addresses.includes(address))
      .filter(({ address }) => isIncluded({ stack: stack.stack, address }))
      .map((object) => adoptedObject(stack.stack, object, contextOf(stack))),
  );
  const added = stacks.flatMap((stack) => addedAlerts(stack, alerts, contextOf(stack), isIncluded));
  for (const file of program.sources) {
    updateImports(file);
  }
  return { files: program.editedFiles, objects: [...changed, ...added] };
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
  const names = new Names(
    "-",
    constructs.map(({ address }) => address.slice(address.lastIndexOf(".") + 1)),
  );
  return constructs.flatMap((dashboard) =>
    alerts
      .filter((alert) => alert.stack === stack && alert.dashboard === dashboard.address)
      .flatMap((alert) => {
        const constructId = freeConstructId(alert, names);
        const address = `clickstack_alert.${constructId}`;
        if (!isIncluded({ stack, address })) {
          return [];
        }
        const { edited, obstacles } = addAlert(alert, dashboard, constructId, context);
        return [{ stack, address, adopted: edited, notAdopted: obstacles }];
      }),
  );
}
