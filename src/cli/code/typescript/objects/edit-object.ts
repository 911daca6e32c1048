import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import type { Node } from "@babel/types";
import type { ChangedObject } from "../../edits/changed-objects";
import { constructOf } from "../../edits/changed-objects";
import { type EditResult, uneditedResult } from "../../edits/edit-result";
import { ExpressionEditor } from "../edit/edit-expression";
import { FileScope } from "../edit/file-scope";
import { type EditContext, findPlacedCall } from "../edit/program";
import type { ProgramFile } from "../edit/program-file";
import { type CallNode, literalValue, nodesIn, unwrap } from "../edit/typescript-syntax";
import { editDashboard } from "./edit-dashboard";
import { editWatched } from "./edit-watched";
import { propsOf } from "./object-props";

/** Edits the code that declares an object. */
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

/** Returns the exported name of the class that a call creates, also for `super(...)` in a subclass. */
function constructName(file: ProgramFile, scope: FileScope, call: CallNode): string | undefined {
  if (call.callee.type !== "Super") {
    return scope.exportedName(call.callee);
  }
  const parent = [...file.parentsOf(call)].find(isClass);
  return parent?.superClass ? scope.exportedName(parent.superClass) : undefined;
}

function isClass(node: Node) {
  return node.type === "ClassDeclaration" || node.type === "ClassExpression";
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
