import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { jsonIn } from "../../../client/json";
import { packageRoot } from "../../../package-root";

export type Framework = "cdktf" | "cdktn";

/** What code has to suit in the project that it is written into. */
export interface ProjectForm {
  readonly framework: Framework;
  /**
   * How one file of TypeScript names another. `.js` is understood in ES modules and CommonJS, by tsx, compilers and
   * bundlers.
   */
  readonly extension: ".js" | ".ts";
}

/** Where the constructs for a framework are imported from. */
export const ENTRY: Readonly<Record<Framework, string>> = {
  cdktf: "cdk-clickstack",
  cdktn: "cdk-clickstack/cdktn",
};

export function projectFormOf(folder: string): ProjectForm {
  const isNamedAsItIs = TYPESCRIPT_NAMES.test(nearest(folder, "tsconfig.json") ?? "");
  return { framework: frameworkOf(folder), extension: isNamedAsItIs ? ".ts" : ".js" };
}

/** Whether a program in the folder finds its packages, there or beside this one. */
export function hasPackages(folder: string, framework: Framework): boolean {
  const packages = [ENTRY[framework], framework, "constructs"];
  return [folder, packageRoot()].some((from) => packages.every((name) => isResolved(from, name)));
}

/**
 * What the project depends on, else what is installed; cdktn for a project that has neither, because cdktf is archived.
 */
function frameworkOf(folder: string): Framework {
  const declared = dependenciesOf(folder);
  const known = (["cdktn", "cdktf"] as const).find((name) => declared.has(name));
  if (known) {
    return known;
  }
  return (["cdktn", "cdktf"] as const).find((name) => isResolved(folder, name)) ?? "cdktn";
}

function dependenciesOf(folder: string): ReadonlySet<string> {
  const text = nearest(folder, "package.json");
  const { dependencies, devDependencies, peerDependencies } = (jsonIn(text ?? "") ?? {}) as Record<
    string,
    object | undefined
  >;
  return new Set(Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }));
}

/**
 * Options of the compiler under which files are named as they are, as `node main.ts` needs it. Comments keep it from
 * being JSON.
 */
const TYPESCRIPT_NAMES = /(?:^|[{,])\s*"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/m;

/** The text of a file in the folder or the nearest one above that has it. */
function nearest(folder: string, name: string): string | undefined {
  for (let each = resolve(folder); ; each = dirname(each)) {
    const file = join(each, name);
    if (existsSync(file)) {
      return readFileSync(file, "utf8");
    }
    if (dirname(each) === each) {
      return undefined;
    }
  }
}

function isResolved(folder: string, name: string): boolean {
  try {
    createRequire(join(resolve(folder), "main.ts")).resolve(name);
    return true;
  } catch {
    return false;
  }
}
