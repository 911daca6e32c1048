import { findServerChanges } from "../../code/edits/changed-objects";
import { addAlertBlock, freeAlertNames } from "../../code/hcl/edit/add-alert-block";
import { HclConfiguration } from "../../code/hcl/edit/configuration";
import { loadHclParser } from "../../code/hcl/edit/hcl-syntax";
import { editResource } from "../../code/hcl/edit/object-edit";
import type { PlannedStack } from "../../project/plan-stacks";
import type { EditableCode, ObjectEdit, ProgramInput } from "./patch";

interface ConfigurationInput extends Omit<ProgramInput, "stacks"> {
  readonly planned: readonly PlannedStack[];
  /** True for OpenTofu, which also reads `.tofu` files. */
  readonly isTofu: boolean;
}

/** Loads the parser. Returns a function that reads a configuration in its original form. */
export async function configurationEditor(): Promise<(input: ConfigurationInput) => EditableCode> {
  await loadHclParser();
  return editableConfiguration;
}

function editableConfiguration({ files, ignored, planned, alerts, isTofu }: ConfigurationInput): EditableCode {
  const configuration = new HclConfiguration(files, isTofu, ignored);
  const edits = planned.flatMap(({ stack: { name: stack }, plan }): readonly ObjectEdit[] => {
    if (!plan) {
      return [];
    }
    const changed = findServerChanges(plan).map((change) => ({
      stack,
      address: change.resource.address,
      edit: () => editResource(configuration, plan, change),
    }));
    const added = freeAlertNames(plan, alerts).map(([alert, name]) => ({
      stack,
      address: `clickstack_alert.${name}`,
      isAdded: true,
      edit: () => addAlertBlock(configuration, plan, alert, name),
    }));
    return [...changed, ...added];
  });
  return { edits, finish: () => configuration.editedFiles };
}
