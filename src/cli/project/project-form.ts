import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { jsonIn } from "../../client/json";
import { ENTRY, type Framework } from "../../constructs/entries";
import { foldersFrom, packageRoot } from "../../package-root";
import { succeeds } from "../../quietly";

/** Conventions of the project that contains the code. */
export interface ProjectForm {
  readonly framework: Framework;
  /** Extension in import paths. ES modules, CommonJS, tsx, compilers and bundlers all support `.js`. */
  readonly extension: ".js" | ".ts";
  /** Name of the stack that the code is added to. */
  readonly stack: string;
}

const IMPORT_STACK = "clickstack";

export const INIT_STACK = "observability";

export function projectFormOf(folder: string): ProjectForm {
  const isNamedAsItIs = TYPESCRIPT_NAMES.test(nearest(folder, "tsconfig.json") ?? "");
  const program = join(folder, "main.ts");
  const text = existsSync(program) ? readFileSync(program, "utf8") : "";
  return {
    framework: frameworkOf(folder),
    extension: isNamedAsItIs ? ".ts" : ".js",
    stack: text.includes(`new TerraformStack(app, "${INIT_STACK}")`) ? INIT_STACK : IMPORT_STACK,
  };
}

/** Returns true if the required packages are installed in the folder or next to this package. */
export function hasPackages(folder: string, framework: Framework): boolean {
  const packages = [ENTRY[framework], framework, "constructs"];
  return [folder, packageRoot()].some((from) => packages.every((name) => isResolved(from, name)));
}

/** Returns the declared or installed framework. The default is cdktn, because cdktf is archived. */
function frameworkOf(folder: string): Framework {
  const project = (jsonIn(nearest(folder, "package.json") ?? "") ?? {}) as Record<string, object | undefined>;
  const declared = { ...project.dependencies, ...project.devDependencies, ...project.peerDependencies };
  const frameworks = ["cdktn", "cdktf"] as const;
  const known = frameworks.find((name) => Object.hasOwn(declared, name));
  return known ?? frameworks.find((name) => isResolved(folder, name)) ?? "cdktn";
}

/** Options that allow the extension `.ts` in imports. A tsconfig.json may contain comments, so it is not JSON. */
const TYPESCRIPT_NAMES =
  /(?:^[ \t]*|[{,]\s*)"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/m;

/** Reads a file from the folder or the nearest parent folder that contains it. */
function nearest(folder: string, name: string): string | undefined {
  const files = foldersFrom(resolve(folder)).map((each) => join(each, name));
  const file = files.find((each) => existsSync(each));
  return file === undefined ? undefined : readFileSync(file, "utf8");
}

function isResolved(folder: string, name: string): boolean {
  return succeeds(() => createRequire(join(resolve(folder), "main.ts")).resolve(name));
}
