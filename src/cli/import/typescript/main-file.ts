import { call, code, object, text } from "../code/expression";
import { commentOf, constant, effect, SourceFile, type Statement } from "../code/source-file";
import type { Model } from "../model/model";
import { Names } from "../naming/names";
import { RESERVED_WORDS } from "../naming/reserved";
import { HELPERS, PACKAGE } from "./module-scope";
import type { EntryPoint, TypeScriptFile } from "./typescript-file";

export const STACK_NAME = "clickstack";

/** The program: a stack with everything, and the ids to take over. */
export function mainFile({ deployment }: Model, files: readonly TypeScriptFile[]): TypeScriptFile {
  const file = new SourceFile();
  const [app, stack, provider] = [
    file.use("cdktf", "App"),
    file.use("cdktf", "TerraformStack"),
    file.use(PACKAGE, "ClickStackProvider"),
  ];
  const settings = deployment ? [object({ deployment: text(deployment) })] : [];
  const calls = callsOf(file, files);
  file.use("./imports", "imports");
  const body: readonly (readonly Statement[])[] = [
    [
      commentOf("Credentials and addresses come from the environment, see README.md."),
      constant("app", call(`new ${app}`)),
      constant("stack", call(`new ${stack}`, code("app"), text(STACK_NAME))),
      effect(call(`new ${provider}`, code("stack"), text(STACK_NAME), ...settings)),
    ],
    calls,
    [
      commentOf("Takes what exists into the state. Delete this line and imports.ts after the first apply."),
      effect(call("stack.addOverride", text("import"), code("imports"))),
    ],
    [effect(call("app.synth"))],
  ];
  return { path: "main.ts", text: file.printParagraphs(body) };
}

/** One call for each file, those first that others want something of. */
function callsOf(file: SourceFile, files: readonly TypeScriptFile[]): readonly Statement[] {
  const entryPoints = files.flatMap(({ path, entryPoint }) => (entryPoint ? [{ path, entryPoint }] : []));
  const wanted = new Set(entryPoints.flatMap(({ entryPoint }) => entryPoint.wants.map(({ id }) => id)));
  const functions = entryPoints.map(({ entryPoint }) => entryPoint.functionName);
  const names = new Names("", [...RESERVED_WORDS, ...HELPERS, ...functions, "app", "stack", "imports", "App"]);
  const nameOf = new Map<string, string>();
  return entryPoints.map(({ path, entryPoint }) => {
    const { functionName, wants, returns } = entryPoint;
    file.use(`./${path.replace(/\.ts$/, "")}`, functionName);
    const given = wants.map(({ name, id }) => ({ key: name, value: code(nameOf.get(id) ?? name) }));
    const value = call(functionName, code("stack"), ...(given.length > 0 ? [object(given)] : []));
    const results = resultsOf(returns).filter(({ id }) => wanted.has(id));
    if (results.length === 0) return effect(value);
    const bound = results.map(({ id, name }) => {
      const own = names.take(name);
      nameOf.set(id, own);
      return own === name ? name : `${name}: ${own}`;
    });
    return constant("one" in returns ? (nameOf.get(returns.one) ?? "") : `{ ${bound.join(", ")} }`, value);
  });
}

function resultsOf(returns: EntryPoint["returns"]): readonly { readonly name: string; readonly id: string }[] {
  return "one" in returns ? [{ name: returns.name, id: returns.one }] : returns.several;
}
