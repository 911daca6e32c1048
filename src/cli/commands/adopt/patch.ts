import type { DriftedObject, StackChanges } from "../../code/edits/changed-objects";
import { type AdoptedObject, type Adoption, adoptionOf, objectKey } from "../../code/edits/edit-result";
import { freeConstructId, Names } from "../../code/model/names";
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

/** The edit that adopts the changes of one object, or that adds an alert. */
export interface ObjectEdit extends Pick<AdoptedObject, "stack" | "address"> {
  /** True for an alert that the code does not declare. */
  readonly isAdded?: boolean;
  readonly edit: () => Adoption;
}

/** The code of a project with the edits so far. */
export interface EditableCode {
  readonly edits: readonly ObjectEdit[];
  readonly finish: () => readonly EditedFile[];
}

/**
 * Creates the patch of code in its original form.
 * @param addresses objects to adopt. Empty for all
 * @param only objects whose edits the patch contains, as `stack/address`. Default: all
 */
export function createPatch(
  { edits, finish }: EditableCode,
  addresses: readonly string[],
  only?: ReadonlySet<string>,
): Patch {
  const objects = edits
    .filter(({ address, isAdded }) => isAdded || addresses.length === 0 || addresses.includes(address))
    .filter((each) => only?.has(objectKey(each)) ?? true)
    .map(({ stack, address, edit }) => ({ stack, address, ...edit() }));
  return { files: finish(), objects };
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

export interface ProgramInput {
  readonly files: AuthorFiles;
  readonly stacks: readonly StackChanges[];
  /** Files of constructs that git ignores. */
  readonly ignored: ReadonlySet<string>;
  readonly alerts: readonly UnmanagedAlert[];
}

/** Returns a program in its original form, and the edits that adopt changes. */
export function editableProgram({ files, ignored, stacks, alerts }: ProgramInput): EditableCode {
  const program = new Program(files, ignored);
  const contextOf = editContext(stacks, program);
  const changed = stacks.flatMap((stack) =>
    stack.objects.map(
      (object): ObjectEdit => ({
        stack: stack.stack,
        address: object.address,
        edit: () => adopt(object, contextOf(stack)),
      }),
    ),
  );
  return {
    edits: [...changed, ...stacks.flatMap((stack) => addedAlerts(stack, alerts, contextOf(stack)))],
    finish: () => program.finish(),
  };
}

function adopt({ change, notAdopted }: DriftedObject, context: EditContext): Adoption {
  if (!change) {
    return { adopted: [], notAdopted };
  }
  const { file, line } = change.construct.position;
  const hidden = { prop: "", file, line, reason: "No prop of the construct declares the change." };
  return adoptionOf(editObject(change, context), notAdopted, hidden);
}

/** Adds the alerts of users on managed tiles to the code. */
function addedAlerts(
  { stack, constructs }: StackChanges,
  alerts: readonly UnmanagedAlert[],
  context: EditContext,
): readonly ObjectEdit[] {
  const names = new Names(
    "-",
    constructs.map(({ address }) => address.slice(address.lastIndexOf(".") + 1)),
  );
  return constructs.flatMap((dashboard) =>
    alerts
      .filter((alert) => alert.stack === stack && alert.dashboard === dashboard.address)
      .map((alert): ObjectEdit => {
        const constructId = freeConstructId(alert, names);
        const edit = () => {
          const { edited, obstacles } = addAlert(alert, dashboard, constructId, context);
          return { adopted: edited, notAdopted: obstacles };
        };
        return { stack, address: `clickstack_alert.${constructId}`, isAdded: true, edit };
      }),
  );
}
