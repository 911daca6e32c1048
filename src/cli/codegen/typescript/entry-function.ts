import { builders } from "prettier/doc";
import type { GeneratedFile } from "../../import/formats";
import type { EntryPoint } from "../../import/manifest";
import { type ModuleScope, SCOPE } from "./module-scope";
import { docOf } from "./printer";
import { block, documentation, type Expression, paragraphs, type Statement } from "./source-file";

const { group, ifBreak, indent, join, line, softline } = builders;

type Doc = builders.Doc;

/** A longer type of the parameter gets a name of its own. */
const LONGEST_TYPE = 60;

const TYPE_NAME = "References";

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
  const type = givenType(scope);
  const parameters: readonly Doc[] = [
    `${SCOPE}: ${construct}`,
    ...(type ? [[givenNames(scope), ": ", type.name]] : []),
  ];
  const head = group([
    `export function ${parts.name}(`,
    indent([softline, join([",", line], parameters as Doc[])]),
    ifBreak(","),
    softline,
    ")",
  ]);
  const returned = parts.returns === undefined ? [] : [[["return ", docOf(parts.returns), ";"]]];
  const body = paragraphs([scope.lookups, ...parts.body, ...returned]);
  const declared = join(builders.hardline, [documentation(parts.comment), block(head, body)]);
  return scope.file.print([...(type?.declaration ? [type.declaration] : []), declared]);
}

/** `{ payments, slackOncall }` */
function givenNames({ given }: ModuleScope): Doc {
  const names = given.map(({ name }) => name);
  return group(["{", indent([line, join([",", line], names)]), ifBreak(","), line, "}"]);
}

/** The type of what other files declare and this one refers to. */
function givenType({ given }: ModuleScope): { readonly name: string; readonly declaration?: Statement } | undefined {
  if (given.length === 0) return undefined;
  const members = given.map(({ name, type }) => `${name}: ${type}`);
  const literal = `{ ${members.join("; ")} }`;
  if (literal.length <= LONGEST_TYPE) return { name: literal };
  const lines = members.map((member) => `${member};`);
  const declaration = [
    documentation("What other files declare."),
    builders.hardline,
    block(`interface ${TYPE_NAME}`, lines),
  ];
  return { name: TYPE_NAME, declaration };
}

/** A file of TypeScript, and what main needs to call it. */
export interface TypeScriptFile extends GeneratedFile {
  readonly entryPoint?: EntryPoint;
}

/** The objects that a function returns, by the names that they have. */
export function returnedBy({ returns }: EntryPoint): EntryPoint["wants"] {
  return "one" in returns ? [{ name: returns.name, id: returns.one }] : returns.several;
}
