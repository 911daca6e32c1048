import { partOf } from "../../engine/concealer";
import type { EngineDiagnostic } from "../../engine/diagnostics";
import type { PlanJson, ResourceChange } from "../../engine/read-plan";
import { reportedType } from "../../project/reported-types";
import { fieldChanges } from "./field-changes";

/** Maximum number of deleted objects that are compared with a created one of the same name. */
const MAX_COMPARED = 10;

/**
 * Warns of objects that a plan deletes and creates with the same content, as after a construct was renamed or moved. An
 * apply would lose their ids, and the objects that belong to them on the server.
 */
export function equalCreates(plan: PlanJson | undefined): readonly EngineDiagnostic[] {
  const changes = plan?.resource_changes?.filter(({ mode }) => mode === "managed") ?? [];
  const only = (action: string) => changes.filter(({ change }) => change.actions.join() === action);
  const deleted = new Map<string, ResourceChange[]>();
  for (const each of only("delete")) {
    const key = keyOf(each, each.change.before);
    deleted.set(key, [...(deleted.get(key) ?? []), each].slice(0, MAX_COMPARED));
  }
  return only("create").flatMap((created) => {
    const candidates = deleted.get(keyOf(created, created.change.after)) ?? [];
    const at = candidates.findIndex((each) => isEqual(each, created));
    return candidates.splice(at, at < 0 ? 0 : 1).map((equal) => warningOf(created.address, equal.address));
  });
}

function keyOf({ type }: ResourceChange, values: unknown): string {
  return JSON.stringify([type, partOf(values, "name")]);
}

/** Values that are known only after the apply count as equal. */
function isEqual(deleted: ResourceChange, created: ResourceChange): boolean {
  const fields = fieldChanges(
    reportedType(created.type).shape,
    { value: deleted.change.before, unknown: undefined },
    { value: created.change.after, unknown: created.change.after_unknown },
  );
  return fields.every(({ after }) => after.kind === "unknown");
}

function warningOf(address: string, deleted: string): EngineDiagnostic {
  return {
    severity: "warning",
    summary: "The plan creates an object that equals one that it deletes",
    detail: `${deleted} is deleted and has the same content. The new object gets another id, and the server deletes what belongs to the old one.\nFix: To keep it, call moveFromId("${deleted}") on the new construct, or give the construct its old id again. In HCL: moved { from = ${deleted}, to = ${address} }`,
    address,
  };
}
