import type { GeneratedFile } from "../../../project/generated-file";
import type { EntryPoint } from "../../../project/import-manifest";
import { type CodeText, codeText, identifier, joined } from "../../text/code-text";
import type { Expression } from "../../text/expression";
import { type ModuleScope, SCOPE } from "./module-scope";
import { block, documentation, paragraphs, type StatementDoc } from "./module-text";
import { type CodeDoc, docOf, group, hardline, ifBreak, indent, join, line, softline } from "./printer";

/** A longer parameter type is declared as an interface. */
const MAX_TYPE_LENGTH = 60;

const TYPE_NAME = codeText`References`;

/** Prints a file with one function: `export function checkout(scope: Construct, { logs }: { logs: Source })`. */
export function entryFunction(
  scope: ModuleScope,
  parts: {
    readonly name: string;
    readonly comment: string;
    readonly body: readonly (readonly StatementDoc[])[];
    readonly returns?: Expression;
  },
): CodeText {
  const construct = scope.file.use("constructs", codeText`Construct`, { isType: true });
  const type = givenType(scope);
  const parameters: readonly CodeDoc[] = [
    codeText`${SCOPE}: ${construct}`,
    ...(type ? [[givenNames(scope), codeText`: `, type.name]] : []),
  ];
  const head = group([
    codeText`export function ${identifier(parts.name)}(`,
    indent([softline, join([codeText`,`, line], parameters)]),
    ifBreak(codeText`,`),
    softline,
    codeText`)`,
  ]);
  const returned = parts.returns === undefined ? [] : [[[codeText`return `, docOf(parts.returns), codeText`;`]]];
  const body = paragraphs([scope.lookups, ...parts.body, ...returned]);
  const declared = join(hardline, [documentation(parts.comment), block(head, body)]);
  return scope.file.print([...(type?.declaration ? [type.declaration] : []), declared]);
}

/** `{ payments, slackOncall }` */
function givenNames({ given }: ModuleScope): CodeDoc {
  const names = given.map(({ name }) => identifier(name));
  return group([
    codeText`{`,
    indent([line, join([codeText`,`, line], names)]),
    ifBreak(codeText`,`),
    line,
    codeText`}`,
  ]);
}

/** Returns the type of the referenced objects of other files. */
function givenType({
  given,
}: ModuleScope): { readonly name: CodeText; readonly declaration?: StatementDoc } | undefined {
  if (given.length === 0) {
    return undefined;
  }
  const members = given.map(({ name, type }) => codeText`${identifier(name)}: ${type}`);
  const literal = codeText`{ ${joined(members, codeText`; `)} }`;
  if (literal.length <= MAX_TYPE_LENGTH) {
    return { name: literal };
  }
  const lines = members.map((member) => codeText`${member};`);
  const declaration = [
    documentation("Objects that other files declare."),
    hardline,
    block(codeText`interface ${TYPE_NAME}`, lines),
  ];
  return { name: TYPE_NAME, declaration };
}

/** A TypeScript file, with the function that main.ts calls. */
export interface TypeScriptFile extends GeneratedFile {
  readonly text: CodeText;
  readonly entryPoint?: EntryPoint;
}
