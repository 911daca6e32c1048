import { call, code, type Expression, object, text } from "../code/expression";
import type { Imported } from "../model/imported";
import { lifecycleEntry } from "./lifecycle";
import { type ModuleScope, SCOPE } from "./module-scope";
import { plainEntries } from "./tile";

/** `new ConnectionResource(scope, "default", { name: "Default", host: "...", username: "..." })`. */
export function connectionCall(scope: ModuleScope, connection: Imported): Expression {
  const props = [...plainEntries(connection.fields), ...lifecycleEntry(connection)];
  const callee = `new ${scope.use("ConnectionResource")}`;
  return call(callee, code(SCOPE), text(connection.constructId), object(props, { isSpread: true }));
}
