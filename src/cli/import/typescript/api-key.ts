import type { Fields } from "../../../schema/field";
import { call, code, type Entry, type Expression, list, object, text } from "../code/expression";
import type { Imported } from "../model/imported";
import type { References } from "../model/references";
import { type ModuleScope, SCOPE } from "./module-scope";
import { plainEntries } from "./tile";

/** `new ApiKey(scope, "ci", { adopt: { id }, name: "ci", ... })`. Everything is declared, so that every change shows. */
export function apiKeyCall(scope: ModuleScope, references: References, key: Imported): Expression {
  const { assignedRoleIds = [], ...fields } = key.fields as Fields & { readonly assignedRoleIds?: readonly string[] };
  const roles = assignedRoleIds.map((id) => scope.idOf(references.of("role", id)));
  const props: readonly Entry[] = [...plainEntries(fields), { key: "roles", value: list(roles) }];
  return call(`new ${scope.use("ApiKey")}`, code(SCOPE), text(key.constructId), object(props, { isSpread: true }));
}
