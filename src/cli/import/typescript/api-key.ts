import type { Fields } from "../../../schema/field";
import { call, code, type Entry, type Expression, list, object, text } from "../code/expression";
import type { Imported } from "../model/imported";
import type { References } from "../model/references";
import { type ModuleScope, SCOPE } from "./module-scope";
import { plainEntries } from "./tile";

/** `new ApiKey(scope, "ci", { adopt: { id }, name: "ci", ... })`. Everything is declared, so that every change shows. */
export function apiKeyCall(scope: ModuleScope, references: References, key: Imported): Expression {
  const { assignedRoleIds = [], ...fields } = key.fields as Fields & { readonly assignedRoleIds?: readonly string[] };
  const props = [...plainEntries(fields), rolesEntry(references, assignedRoleIds)];
  return call(`new ${scope.use("ApiKey")}`, code(SCOPE), text(key.constructId), object(props, { isSpread: true }));
}

function rolesEntry(references: References, ids: readonly string[]): Entry {
  const comments = ids.map((id) => references.role(id)).flatMap((each) => (each.type === "id" ? each.why : []));
  const value = list(ids.map(text));
  return { key: "roles", value, ...(comments.length > 0 && { comment: comments.join("\n") }) };
}
