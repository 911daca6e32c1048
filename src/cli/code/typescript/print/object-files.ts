import type { GeneratedFile, Move } from "../../../project/generated-file";
import type { EntryPoint } from "../../../project/import-manifest";
import { addressOf, type Imported, remarkOf } from "../../model/imported";
import { camel, numberOf } from "../../model/names";
import { alertsBeside, type DashboardOrder, type PlacedModel, seenFrom } from "../../model/placed-model";
import { type CodeText, codeText, identifier, joined, terraformAddress, typescriptAddress } from "../../text/code-text";
import { code, type Expression, list, object, text } from "../../text/expression";
import { alertStatements, withRemark } from "./constructs";
import { dashboardCall } from "./dashboard";
import { ModuleScope, SCOPE } from "./module-scope";
import { block, constant, documentation, effect, ModuleText, paragraphs, type StatementDoc } from "./module-text";
import { bracketed, type CodeDoc, docOf, hardline, join, line, softline } from "./printer";

/** A TypeScript file, with the function that main.ts calls. */
export interface TypeScriptFile extends GeneratedFile {
  readonly text: CodeText;
  readonly entryPoint?: EntryPoint;
}

/** Writes the file of a dashboard, or of all dashboards of a group. */
export function dashboardsFile(
  whole: PlacedModel,
  order: DashboardOrder,
  dashboards: readonly Imported[],
): TypeScriptFile {
  const [first, ...others] = dashboards as readonly [Imported, ...(readonly Imported[])];
  const path = whole.places.pathOf(first);
  const near = dashboards.flatMap((each) => order.targetsOf(each)).map(({ id }) => id);
  const scope = new ModuleScope(seenFrom(whole, path), ({ id }) => near.includes(id));
  const title = first.group === undefined ? first.constructId : `${first.group} dashboards`;
  const functionName = scope.name(camel(/\bdashboards?\b/.test(title) ? title : `${title} dashboard`));
  const made = dashboards.map((dashboard) => {
    const alerts = alertsBeside(scope.model, dashboard);
    const name = scope.declare(dashboard, "dashboard");
    return { dashboard, name, alerts, value: dashboardCall(scope, dashboard) };
  });
  if (others.length > 0 || first.group !== undefined) {
    const body = made.flatMap(({ dashboard, name, alerts, value }) => [
      withRemark(dashboard, alerts.length > 0 ? constant(identifier(name), value) : effect(value)),
      ...alerts.map((alert) => alertStatements(scope, alert)),
    ]);
    const text = entryFunction(scope, { name: functionName, comment: "The dashboards of one folder.", body });
    return { path, text, entryPoint: { functionName, wants: scope.given, returns: { several: [] } } };
  }
  const [{ name, alerts, value }] = made as [(typeof made)[number]];
  const isWatched = alerts.length > 0;
  const program = entryFunction(scope, {
    name: functionName,
    comment: [`The dashboard "${first.name}"${isWatched ? " and its alerts" : ""}.`, remarkOf(first)]
      .filter((each) => each !== undefined)
      .join("\n"),
    body: isWatched
      ? [[constant(identifier(name), value)], ...alerts.map((alert) => alertStatements(scope, alert))]
      : [],
    returns: isWatched ? code(identifier(name)) : value,
  });
  return {
    path,
    text: program,
    entryPoint: { functionName, wants: scope.given, returns: { one: first.id, name } },
  };
}

export function importsFile(
  path: string,
  objects: readonly Pick<Imported, "type" | "constructId" | "id">[],
): TypeScriptFile {
  const blocks = objects.map((each) => object({ to: address(addressOf(each)), id: text(each.id) }));
  return listFile(
    path,
    importsName(path),
    blocks,
    "Ids of the resources on the server. Not needed after the first apply.",
  );
}

/** Writes the moved blocks for the vendor's resources. */
export function movesFile(path: string, moves: readonly Move[]): TypeScriptFile {
  const blocks = moves.map(({ from, to }) => object({ from: address(from), to: address(to) }));
  const comment = "Addresses in the state of the vendor's provider. Not needed after the first apply with that state.";
  return listFile(path, codeText`moves`, blocks, comment);
}

/** Creates a literal for an address. Terraform does not evaluate templates in addresses. */
function address(name: string): Expression {
  return code(typescriptAddress(terraformAddress(name)));
}

function listFile(path: string, name: CodeText, items: readonly Expression[], comment: string): TypeScriptFile {
  const declared = [
    documentation(comment),
    hardline,
    codeText`export const ${name} = `,
    docOf(list(items)),
    codeText`;`,
  ];
  return { path, text: new ModuleText().print([declared]) };
}

/** Returns the exported name of a file's import blocks. */
export function importsName(path: string): CodeText {
  return identifier(`imports${numberOf(path)}`);
}

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
  const head = bracketed([codeText`export function ${identifier(parts.name)}(`, softline, codeText`)`], parameters);
  const returned = parts.returns === undefined ? [] : [[[codeText`return `, docOf(parts.returns), codeText`;`]]];
  const body = paragraphs([scope.lookups, ...parts.body, ...returned]);
  const declared = join(hardline, [documentation(parts.comment), block(head, body)]);
  return scope.file.print([...(type?.declaration ? [type.declaration] : []), declared]);
}

/** `{ payments, slackOncall }` */
function givenNames({ given }: ModuleScope): CodeDoc {
  const names = given.map(({ name }) => identifier(name));
  return bracketed([codeText`{`, line, codeText`}`], names);
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
