import type { Node, ObjectPattern } from "@babel/types";
import { propertyName } from "./typescript-syntax";

/** A name that a file imports: `{ module: "cdk-clickstack", name: "tile" }`. The name of a namespace is `*`. */
export interface ImportedName {
  readonly module: string;
  readonly name: string;
}

/** Returns the imported names of a file, by their local name. */
export function importedNames(nodes: readonly Node[]): ReadonlyMap<string, ImportedName> {
  const names = new Map<string, ImportedName>();
  for (const node of nodes) {
    if (node.type === "ImportDeclaration") {
      for (const each of node.specifiers) {
        names.set(each.local.name, { module: node.source.value, name: importedName(each) });
      }
    }
    const module = node.type === "VariableDeclarator" ? requiredModule(node.init) : undefined;
    if (node.type === "VariableDeclarator" && module !== undefined) {
      for (const [local, name] of requiredNames(node.id)) {
        names.set(local, { module, name });
      }
    }
  }
  return names;
}

/** Lists the patterns of `const { tile } = require("module")`. */
export function requirePatterns(nodes: readonly Node[], modules: ReadonlySet<string>): readonly ObjectPattern[] {
  return nodes.flatMap((node) => {
    const isRequired = node.type === "VariableDeclarator" && modules.has(requiredModule(node.init) ?? "");
    return isRequired && node.id.type === "ObjectPattern" ? [node.id] : [];
  });
}

function importedName(specifier: Node): string {
  if (specifier.type === "ImportNamespaceSpecifier") {
    return "*";
  }
  if (specifier.type !== "ImportSpecifier") {
    return "default";
  }
  return specifier.imported.type === "Identifier" ? specifier.imported.name : specifier.imported.value;
}

/** Returns the module of `require("module")`. */
function requiredModule(node: Node | null | undefined): string | undefined {
  if (node?.type !== "CallExpression" || node.callee.type !== "Identifier" || node.callee.name !== "require") {
    return undefined;
  }
  const [module] = node.arguments;
  return module?.type === "StringLiteral" ? module.value : undefined;
}

function requiredNames(pattern: Node): readonly (readonly [local: string, name: string])[] {
  if (pattern.type === "Identifier") {
    return [[pattern.name, "*"]];
  }
  const properties = pattern.type === "ObjectPattern" ? pattern.properties : [];
  return properties.flatMap((each) => {
    const name = propertyName(each);
    return each.type === "ObjectProperty" && each.value.type === "Identifier" && name !== undefined
      ? [[each.value.name, name] as const]
      : [];
  });
}
