import { call, code, type Expression, object, text } from "../code/expression";
import type { Imported } from "../model/imported";
import type { References } from "../model/references";
import { lifecycleEntry } from "./lifecycle";
import { type ModuleScope, SCOPE } from "./module-scope";
import { plainEntries } from "./tile";

/** `new SavedSearch(scope, "errors", { name: "Errors", source: logs, where: "level:error" })`. */
export function savedSearchCall(scope: ModuleScope, references: References, search: Imported): Expression {
  const { name, sourceId, ...fields } = search.fields;
  const props = [
    ...plainEntries({ name }),
    { key: "source", value: scope.refer(references.of("source", String(sourceId))) },
    ...plainEntries(fields),
    ...lifecycleEntry(search),
  ];
  const callee = `new ${scope.use("SavedSearch")}`;
  return call(callee, code(SCOPE), text(search.constructId), object(props, { isSpread: true }));
}
