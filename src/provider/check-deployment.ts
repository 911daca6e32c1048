import { type Diagnostic, isUnknown, type ObjectValue } from "../plugin";
import { managedOnlyPaths } from "../schema/managed-only";
import type { ObjectShape, VariantsShape } from "../schema/shape";
import { attributePathOf, attributeText } from "./attribute-path";
import type { Session } from "./session";
import { fromTerraform } from "./terraform-form";

/** Refuses what the deployment in use would drop silently, so that it would differ in every plan. */
export function checkDeployment(
  shape: ObjectShape | VariantsShape,
  plan: ObjectValue,
  session: Session,
): readonly Diagnostic[] {
  if (session.client.observability !== "open_source") return [];
  return managedOnlyPaths(shape, fromTerraform(shape, plan), isUnknown).map((issuePath) => {
    const path = attributePathOf(shape, issuePath);
    return {
      severity: "error",
      summary: `The open-source deployment has no ${attributeText(path)}`,
      detail: "Only managed ClickStack knows it; an open-source server drops it silently. Leave it out.",
      path,
    };
  });
}
