import type { EntryPoint } from "../read/manifest";
import type { GeneratedFile } from "../text/formats";
import { identifier, joined, type SourceText, source } from "../text/source-text";
import { type ModuleScope, SCOPE } from "./module-scope";
import { docOf } from "./printer";
import { group, hardline, ifBreak, indent, join, line, type SourceDoc, softline } from "./source-doc";
import { block, documentation, type Expression, paragraphs, type Statement } from "./source-file";

/** A longer type of the parameter gets a name of its own. */
const MAX_TYPE_LENGTH = 60;

const TYPE_NAME = source`References`;

/**
 * The one function of a file: `export function checkoutDashboard(scope: Construct, { payments }: { payments: Dashboard
 * })`.
 */
export function entryFunction(
  scope: ModuleScope,
  parts: {
    readonly name: string;
    readonly comment: string;
    readonly body: readonly (readonly Statement[])[];
    readonly returns?: Expression;
  },
): SourceText {
  const construct = scope.file.use("constructs", source`Construct`, { isType: true });
  const type = givenType(scope);
  const parameters: readonly SourceDoc[] = [
    source`${SCOPE}: ${construct}`,
    ...(type ? [[givenNames(scope), source`: `, type.name]] : []),
  ];
  const head = group([
    source`export function ${identifier(parts.name)}(`,
    indent([softline, join([source`,`, line], parameters)]),
    ifBreak(source`,`),
    softline,
    source`)`,
  ]);
  const returned = parts.returns === undefined ? [] : [[[source`return `, docOf(parts.returns), source`;`]]];
  const body = paragraphs([scope.lookups, ...parts.body, ...returned]);
  const declared = join(hardline, [documentation(parts.comment), block(head, body)]);
  return scope.file.print([...(type?.declaration ? [type.declaration] : []), declared]);
}

/** `{ payments, slackOncall }` */
function givenNames({ given }: ModuleScope): SourceDoc {
  const names = given.map(({ name }) => identifier(name));
  return group([source`{`, indent([line, join([source`,`, line], names)]), ifBreak(source`,`), line, source`}`]);
}

/** The type of what other files declare and this one refers to. */
function givenType({
  given,
}: ModuleScope): { readonly name: SourceText; readonly declaration?: Statement } | undefined {
  if (given.length === 0) {
    return undefined;
  }
  const members = given.map(({ name, type }) => source`${identifier(name)}: ${type}`);
  const literal = source`{ ${joined(members, source`; `)} }`;
  if (literal.length <= MAX_TYPE_LENGTH) {
    return { name: literal };
  }
  const lines = members.map((member) => source`${member};`);
  const declaration = [
    documentation("What other files declare."),
    hardline,
    block(source`interface ${TYPE_NAME}`, lines),
  ];
  return { name: TYPE_NAME, declaration };
}

/** A file of TypeScript, and what main needs to call it. */
export interface TypeScriptFile extends GeneratedFile {
  readonly text: SourceText;
  readonly entryPoint?: EntryPoint;
}

/** The objects that a function returns, by the names that they have. */
export function returnedBy({ returns }: EntryPoint): EntryPoint["wants"] {
  return "one" in returns ? [{ name: returns.name, id: returns.one }] : returns.several;
}
