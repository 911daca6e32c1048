import type { EntryPoint } from "../read/manifest";
import type { Expression } from "../text/expression";
import type { GeneratedFile } from "../text/formats";
import { identifier, joined, type SourceText, source } from "../text/source-text";
import { type ModuleScope, SCOPE } from "./module-scope";
import { docOf } from "./printer";
import { group, hardline, ifBreak, indent, join, line, type SourceDoc, softline } from "./source-doc";
import { block, documentation, paragraphs, type Statement } from "./source-file";

/** A longer parameter type is declared as an interface. */
const MAX_TYPE_LENGTH = 60;

const TYPE_NAME = source`References`;

/** Prints a file with one function: `export function checkout(scope: Construct, { logs }: { logs: Source })`. */
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

/** Returns the type of the referenced objects of other files. */
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
    documentation("Objects that other files declare."),
    hardline,
    block(source`interface ${TYPE_NAME}`, lines),
  ];
  return { name: TYPE_NAME, declaration };
}

/** A TypeScript file, with the function that main.ts calls. */
export interface TypeScriptFile extends GeneratedFile {
  readonly text: SourceText;
  readonly entryPoint?: EntryPoint;
}
