import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import type { Node } from "@babel/types";
import type { ProgramFile } from "./program-file";
import { literalValue, nodesIn, unwrap } from "./typescript-syntax";

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
