import { ENTRY } from "../../../../constructs/entries";
import { type EntryPoint, returnedBy } from "../../../project/import-manifest";
import { FILE_ORDER } from "../../../project/imported-types";
import type { ProjectForm } from "../../../project/project-form";
import type { ImportModel } from "../../model/import-model";
import { FILE_NAMES, Names, RESERVED_WORDS } from "../../model/names";
import { type CodeText, codeText, identifier, joined } from "../../text/code-text";
import { call, code, object, text } from "../../text/expression";
import { HELPERS } from "./module-scope";
import { commentOf, constant, effect, ModuleText, type StatementDoc } from "./module-text";
import { importsName, type TypeScriptFile } from "./object-files";

/**
 * Writes the program: the stack with all files, import blocks and moved blocks.
 * @param entryPoints functions of the files by path
 */
export function mainFile(
  { deployment, form }: Pick<ImportModel, "deployment" | "form">,
  entryPoints: Readonly<Record<string, EntryPoint>>,
  importFiles: readonly string[],
  movesPath?: string,
): TypeScriptFile {
  const file = new ModuleText();
  const [app, stack, provider] = [
    file.use(form.framework, codeText`App`),
    file.use(form.framework, codeText`TerraformStack`),
    file.use(ENTRY[form.framework], codeText`ClickStackProvider`),
  ];
  const settings = deployment ? [object({ deployment: text(deployment) })] : [];
  const calls = callsOf(file, entryPoints, form);
  const imports = importFiles.map((path) => file.use(besideMain(path, form), importsName(path)));
  const body: readonly (readonly StatementDoc[])[] = [
    [
      commentOf("Credentials and addresses come from the environment."),
      constant(codeText`app`, call(codeText`new ${app}`)),
      constant(codeText`stack`, call(codeText`new ${stack}`, code(codeText`app`), text(form.stack))),
      effect(call(codeText`new ${provider}`, code(codeText`stack`), text("clickstack"), ...settings)),
    ],
    calls,
    imports.length === 0
      ? []
      : [
          commentOf(
            `Imports existing objects into the state. Delete this line and ${inWords(importFiles)} after the first apply.`,
          ),
          effect(call(codeText`stack.addOverride`, text("import"), code(allOf(imports)))),
        ],
    movesPath === undefined
      ? []
      : [
          commentOf(
            `Adopts the resources of the vendor's provider in the state. Delete this line and ${movesPath} after the first apply.`,
          ),
          effect(
            call(
              codeText`stack.addOverride`,
              text("moved"),
              code(file.use(besideMain(movesPath, form), codeText`moves`)),
            ),
          ),
        ],
    [effect(call(codeText`app.synth`))],
  ];
  return { path: "main.ts", text: file.printParagraphs(body) };
}

/** Returns the import path of a file in the folder. */
function besideMain(path: string, { extension }: ProjectForm): string {
  return `./${path.replace(/\.ts$/, extension)}`;
}

/** Creates one call per file. Files whose objects others use come first. */
function callsOf(
  file: ModuleText,
  functions: Readonly<Record<string, EntryPoint>>,
  form: ProjectForm,
): readonly StatementDoc[] {
  const called = Object.entries(functions).map(([path, entryPoint]) => ({ path, entryPoint }));
  const entryPoints = inOrder(called.sort((a, b) => rankOf(a.path) - rankOf(b.path) || (a.path < b.path ? -1 : 1)));
  const wanted = new Set(entryPoints.flatMap(({ entryPoint }) => entryPoint.wants.map(({ id }) => id)));
  const used = entryPoints.map(({ entryPoint }) => entryPoint.functionName);
  const names = new Names("", [...RESERVED_WORDS, ...HELPERS, ...used, "app", "stack", "imports", "moves", "App"]);
  const nameOf = new Map<string, string>();
  return entryPoints.map(({ path, entryPoint }) => {
    const { functionName, wants, returns } = entryPoint;
    const callee = file.use(besideMain(path, form), identifier(functionName));
    const given = wants.map(({ name, id }) => ({ key: name, value: code(identifier(nameOf.get(id) ?? name)) }));
    const value = call(callee, code(codeText`stack`), ...(given.length > 0 ? [object(given)] : []));
    const results = returnedBy(entryPoint).filter(({ id }) => wanted.has(id));
    if (results.length === 0) {
      return effect(value);
    }
    const bound = results.map(({ id, name }) => {
      const own = names.take(name);
      nameOf.set(id, own);
      return own === name ? identifier(name) : codeText`${identifier(name)}: ${identifier(own)}`;
    });
    const target =
      "one" in returns ? identifier(nameOf.get(returns.one) ?? "") : codeText`{ ${joined(bound, codeText`, `)} }`;
    return constant(target, value);
  });
}

interface Called {
  readonly path: string;
  readonly entryPoint: EntryPoint;
}

/** Prefixes of file names, in order. */
const BEGINNINGS = FILE_ORDER.map((type) => FILE_NAMES.typescript.collection(type).replace(/\.ts$/, ""));

function rankOf(path: string): number {
  return BEGINNINGS.findIndex((beginning) => path.startsWith(beginning));
}

/** Sorts the files: each follows the files whose objects it uses. */
function inOrder(files: readonly Called[]): readonly Called[] {
  const ordered = new Set<Called>();
  const visit = (file: Called, open: ReadonlySet<Called>): void => {
    if (ordered.has(file) || open.has(file)) {
      return;
    }
    const wanted = new Set(file.entryPoint.wants.map(({ id }) => id));
    const before = files.filter((each) => returnedBy(each.entryPoint).some(({ id }) => wanted.has(id)));
    for (const each of before) {
      visit(each, new Set([...open, file]));
    }
    ordered.add(file);
  };
  for (const file of files) {
    visit(file, new Set());
  }
  return [...ordered];
}

/** Returns `imports`, or an array of all lists. */
function allOf(names: readonly CodeText[]): CodeText {
  const [only = codeText``] = names;
  const spread = names.map((name) => codeText`...${name}`);
  return names.length === 1 ? only : codeText`[${joined(spread, codeText`, `)}]`;
}

function inWords(paths: readonly string[]): string {
  return paths.length === 1 ? paths.join() : `${paths.slice(0, -1).join(", ")} and ${paths.at(-1)}`;
}
