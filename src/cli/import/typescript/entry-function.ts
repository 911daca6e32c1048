import { builders } from "prettier/doc";
import type { Expression } from "../code/expression";
import { block, documentation, paragraphs, type Statement } from "../code/source-file";
import { docOf } from "../code/typescript-printer";
import { type ModuleScope, SCOPE } from "./module-scope";

const { group, ifBreak, indent, join, line, softline } = builders;

/** The one function of a file: `export function checkoutDashboard(scope: Construct, { payments }: { payments: Dashboard })`. */
export function entryFunction(
  scope: ModuleScope,
  parts: {
    readonly name: string;
    readonly comment: string;
    readonly body: readonly (readonly Statement[])[];
    readonly returns?: Expression;
  },
): string {
  const construct = scope.file.use("constructs", "Construct", { isType: true });
  const parameters = [`${SCOPE}: ${construct}`, ...givenParameter(scope)];
  const head = group([
    `export function ${parts.name}(`,
    indent([softline, join([",", line], parameters)]),
    ifBreak(","),
    softline,
    ")",
  ]);
  const returned = parts.returns === undefined ? [] : [[["return ", docOf(parts.returns), ";"]]];
  const body = paragraphs([scope.lookups, ...parts.body, ...returned]);
  return scope.file.print([join(builders.hardline, [documentation(parts.comment), block(head, body)])]);
}

function givenParameter({ given }: ModuleScope): readonly string[] {
  if (given.length === 0) return [];
  const names = given.map(({ name }) => name).join(", ");
  const types = given.map(({ name, type }) => `${name}: ${type}`).join("; ");
  return [`{ ${names} }: { ${types} }`];
}
