import { builders } from "prettier/doc";
import { list, literal, object } from "../code/expression";
import { documentation, SourceFile } from "../code/source-file";
import { docOf } from "../code/typescript-printer";
import { numberOf } from "../layout/file-names";
import { addressOf, type Imported } from "../model/imported";
import { escapeTemplates } from "./escape-templates";
import type { TypeScriptFile } from "./typescript-file";

/** The ids that the objects have on the server, as import blocks. */
export function importsFile(
  path: string,
  objects: readonly Pick<Imported, "kind" | "constructId" | "id">[],
): TypeScriptFile {
  const blocks = objects.map((each) => object({ to: literal(addressOf(each)), id: literal(escapeTemplates(each.id)) }));
  const comment = documentation("What each resource is on the server. Not needed once the state has them.");
  const text = new SourceFile().print([
    [comment, builders.hardline, `export const ${importsName(path)} = `, docOf(list(blocks)), ";"],
  ]);
  return { path, text };
}

/** The name under which a file hands out its import blocks. */
export function importsName(path: string): string {
  return `imports${numberOf(path)}`;
}
