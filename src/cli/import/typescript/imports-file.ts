import { builders } from "prettier/doc";
import { list, literal, object } from "../code/expression";
import { documentation, SourceFile } from "../code/source-file";
import { docOf } from "../code/typescript-printer";
import { addressOf } from "../model/imported";
import type { Model } from "../model/model";
import { escapeTemplates } from "./escape-templates";
import type { TypeScriptFile } from "./typescript-file";

/** The ids that the objects have on the server, as import blocks. */
export function importsFile({ objects }: Model): TypeScriptFile {
  const blocks = objects.map((each) => object({ to: literal(addressOf(each)), id: literal(escapeTemplates(each.id)) }));
  const comment = documentation("What each resource is on the server. Not needed once the state has them.");
  const text = new SourceFile().print([
    [comment, builders.hardline, "export const imports = ", docOf(list(blocks)), ";"],
  ]);
  return { path: "imports.ts", text };
}
