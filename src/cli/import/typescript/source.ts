import { call, code, type Entry, type Expression, object, text } from "../code/expression";
import type { Imported } from "../model/imported";
import type { References } from "../model/references";
import { lifecycleEntry } from "./lifecycle";
import { type ModuleScope, SCOPE } from "./module-scope";
import { plainEntries } from "./tile";

/**
 * `new SourceResource(scope, "logs", { kind: "log", name: "Logs", connection, ... })`.
 * @param before the ids of the sources that stand before this one.
 */
export function sourceCall(
  scope: ModuleScope,
  references: References,
  { source, before }: { readonly source: Imported; readonly before: ReadonlySet<string> },
): Expression {
  const props = Object.entries(source.fields).flatMap(([field, value]): readonly Entry[] => {
    if (field === "connection") return [{ key: field, value: scope.refer(references.of("connection", String(value))) }];
    if (!field.endsWith("SourceId")) return plainEntries({ [field]: value });
    return [otherSource(scope, references, { field, id: String(value), before })];
  });
  const callee = `new ${scope.use("SourceResource")}`;
  const all = object([...props, ...lifecycleEntry(source)], { isSpread: true });
  return call(callee, code(SCOPE), text(source.constructId), all);
}

function otherSource(
  scope: ModuleScope,
  references: References,
  { field, id, before }: { readonly field: string; readonly id: string; readonly before: ReadonlySet<string> },
): Entry {
  const reference = references.of("source", id);
  if (reference.type !== "object" || before.has(id)) {
    return { key: field, value: scope.idOf(reference) };
  }
  const comment = `"${reference.object.name}" by its id, because each refers to the other.`;
  return { key: field, value: text(id), comment };
}
