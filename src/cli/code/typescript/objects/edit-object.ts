import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Node } from "@babel/types";
import type { AlertDeclaration } from "../../../../resources/declarations";
import { type ChangedObject, constructOf } from "../../edits/changed-objects";
import { type EditResult, uneditedResult } from "../../edits/edit-result";
import type { CodeText } from "../../text/code-text";
import { call, type Expression, literal, object } from "../../text/expression";
import { ExpressionEditor } from "../edit/edit-expression";
import { FileScope } from "../edit/file-scope";
import { type EditContext, findPlacedCall } from "../edit/program";
import type { ProgramFile } from "../edit/program-file";
import { type CallNode, isCall, literalValue, nodesIn, propertyName, unwrap } from "../edit/typescript-syntax";
import { chartCall } from "../print/constructs";
import { plainEntries } from "../print/dashboard";
import { editDashboard } from "./edit-dashboard";
import { propsOf } from "./object-props";

export function editObject(changed: ChangedObject, context: EditContext): EditResult {
  const { position } = changed.construct;
  const refuse = (reason: string) => uneditedResult(position, reason);
  const found = findPlacedCall(context, position);
  if (typeof found === "string") {
    return refuse(found);
  }
  const { file, call } = found;
  const scope = new FileScope(file, context.known, call);
  const construct = constructOf(changed.type);
  const name = constructName(file, scope, call);
  if (name === `${construct}.fromJson`) {
    const path = findJsonFile(file, call.arguments[2], context.program.folder);
    const json = path === undefined ? "The code does not name one JSON file." : context.program.openJson(path);
    return typeof json === "string" ? refuse(json) : json.edit(changed);
  }
  const isAdopted = name === `${construct}.adopt`;
  if (name !== construct && !isAdopted) {
    return refuse(`The code does not call "new ${construct}" of cdk-clickstack here.`);
  }
  const props = call.arguments[isAdopted ? 3 : 2];
  if (!props) {
    return refuse("The construct has no props.");
  }
  return changed.type === "dashboard" ? editDashboard(changed, context, file, call) : editProps(changed, scope, props);
}

function editProps(changed: ChangedObject, scope: FileScope, props: Node): EditResult {
  const editor = new ExpressionEditor(scope);
  const [before, after] = [changed.old, changed.wanted].map((fields) => propsOf(scope, changed.type, fields));
  if (before && after) {
    editor.edit(props, before, after, "");
  }
  if (changed.type === "alert") {
    editWatched(editor, props, changed);
  }
  return editor;
}

type Watched = Partial<AlertDeclaration>;

/** Fields that name the object that an alert watches. */
const TARGET = ["source", "dashboardId", "tileId", "savedSearchId"] as const;

/** Edits the prop `on` of an alert: the chart that it watches, or the groups of a saved search. */
function editWatched(editor: ExpressionEditor, props: Node, changed: ChangedObject): void {
  const [old, wanted] = [changed.old as Watched, changed.wanted as Watched];
  const node = findOn(editor, props);
  if (TARGET.some((name) => old[name] !== wanted[name])) {
    editor.refuse(node ?? props, "on", "The alert watches another object. Change the prop in the code.");
  } else if (!isDeepStrictEqual([old.groupBy, old.chartConfig], [wanted.groupBy, wanted.chartConfig])) {
    const entries = (watched: Watched) => object([{ key: "on", value: watchedExpression(editor, watched, node) }]);
    editor.edit(props, entries(old), entries(wanted), "");
  }
}

/** Returns the expression of the prop `on`, if the props are an object literal with this prop. */
function findOn({ scope: { file } }: ExpressionEditor, props: Node): Node | undefined {
  const found = unwrap(props);
  const init = found.type === "Identifier" ? file.declaratorOf(found.name)?.init : found;
  const literalProps = init && unwrap(init);
  const property =
    literalProps?.type === "ObjectExpression"
      ? literalProps.properties.find((each) => propertyName(each) === "on")
      : undefined;
  return property?.type === "ObjectProperty" ? unwrap(property.value) : undefined;
}

/** Returns the code of a chart, or of a saved search with the callee of the code, such as `props.search.reference`. */
function watchedExpression(
  { scope }: ExpressionEditor,
  { groupBy, chartConfig }: Watched,
  node: Node | undefined,
): Expression {
  if (chartConfig) {
    return chartCall(scope, chartConfig);
  }
  const { start, end } = node && isCall(node) ? node.callee : {};
  const callee = scope.file.text.slice(start ?? 0, end ?? 0) as CodeText;
  const options = groupBy === undefined ? [] : [literal({ groupBy })];
  return { ...call(callee, ...options), plain: object(plainEntries({ groupBy })) };
}

/** Returns the exported name of the class that a call creates, also for `super(...)` in a subclass. */
function constructName(file: ProgramFile, scope: FileScope, call: CallNode): string | undefined {
  if (call.callee.type !== "Super") {
    return scope.exportedName(call.callee);
  }
  const parent = [...file.parentsOf(call)].find(
    (node) => node.type === "ClassDeclaration" || node.type === "ClassExpression",
  );
  return parent?.superClass ? scope.exportedName(parent.superClass) : undefined;
}

/** Returns the path of the JSON file that a `fromJson` call reads; undefined if the code does not name one file. */
export function findJsonFile(file: ProgramFile, body: Node | undefined, folder: string): string | undefined {
  const named = body ? jsonNamesIn(file, body) : [];
  const [name] = named;
  if (name === undefined || named.length > 1) {
    return undefined;
  }
  const places = [join(dirname(file.path), name), name].map((each) => normalize(each).replaceAll("\\", "/"));
  return isAbsolute(name) ? undefined : places.find((each) => existsSync(join(folder, each)));
}

/** Returns the names of JSON files in an expression, and in the constants and imports that it uses. */
function jsonNamesIn(file: ProgramFile, body: Node, depth = 3): readonly string[] {
  const names = [...nodesIn(unwrap(body))].flatMap((node): readonly string[] => {
    const text = literalValue(node)?.value;
    if (typeof text === "string" && text.endsWith(".json")) {
      return [text];
    }
    if (node.type !== "Identifier" || depth === 0) {
      return [];
    }
    const module = file.imports.get(node.name)?.module;
    if (module?.endsWith(".json")) {
      return [module];
    }
    const init = file.declaratorOf(node.name)?.init;
    return init ? jsonNamesIn(file, init, depth - 1) : [];
  });
  return [...new Set(names)];
}
