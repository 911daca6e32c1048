import { findServerChanges } from "../../code/edits/changed-objects";
import { type AdoptedObject, objectKey } from "../../code/edits/edit-result";
import { addAlertBlock, freeAlertNames } from "../../code/hcl/edit/add-alert-block";
import { EditableConfiguration } from "../../code/hcl/edit/editable-configuration";
import { loadHclParser } from "../../code/hcl/edit/hcl-syntax";
import { editResource } from "../../code/hcl/edit/object-edit";
import type { AuthorFiles } from "../../project/author-files";
import type { PlannedStack } from "../../project/plan-stacks";
import type { UnmanagedAlert } from "../../server/unmanaged-alerts";
import type { Patch } from "./patch";

/** The changes that a patch of a configuration adopts. */
interface HclPatchInput {
  readonly files: AuthorFiles;
  /** Files that git ignores. */
  readonly ignored: ReadonlySet<string>;
  readonly planned: readonly PlannedStack[];
  /** Alerts to add to the code. */
  readonly alerts: readonly UnmanagedAlert[];
  /** Addresses of the objects to adopt. Empty for all. */
  readonly addresses: readonly string[];
  /** True for OpenTofu, which also reads `.tofu` files. */
  readonly isTofu: boolean;
}

/**
 * Loads the parser. Returns the function that creates the patch of a configuration in its original form, with the edits
 * of some objects, as `stack/address`. Default: of all objects
 */
export async function hclPatches(input: HclPatchInput): Promise<(only?: ReadonlySet<string>) => Patch> {
  await loadHclParser();
  return (only) => createHclPatch(input, only);
}

function createHclPatch(
  { files, ignored, planned, alerts, addresses, isTofu }: HclPatchInput,
  only: ReadonlySet<string> | undefined,
): Patch {
  const configuration = new EditableConfiguration(files, isTofu, ignored);
  const isIncluded = (each: Pick<AdoptedObject, "stack" | "address">) => only?.has(objectKey(each)) ?? true;
  const objects = planned.flatMap(({ stack: { name: stack }, plan }) => {
    if (!plan) {
      return [];
    }
    const changed = findServerChanges(plan)
      .filter(({ resource: { address } }) => addresses.length === 0 || addresses.includes(address))
      .filter(({ resource: { address } }) => isIncluded({ stack, address }))
      .map((change) => ({ stack, ...editResource(configuration, plan, change) }));
    const added = freeAlertNames(plan, alerts)
      .filter(([, name]) => isIncluded({ stack, address: `clickstack_alert.${name}` }))
      .map(([alert, name]) => ({ stack, ...addAlertBlock(configuration, plan, alert, name) }));
    return [...changed, ...added];
  });
  return { files: configuration.editedFiles, objects };
}
