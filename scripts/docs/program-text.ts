import { INIT_STACK } from "../../src/cli/project/project-form";
import { ENTRY } from "../../src/constructs/entries";

/** Maximum line width of the formatter. */
const WIDTH = 120;

/** Modules of the default framework by the modules that the examples import. The examples import the source files. */
const DEFAULT_MODULES: Readonly<Record<string, string>> = { [ENTRY.cdktf]: ENTRY.cdktn, cdktf: "cdktn" };

/**
 * Returns an example as a complete program for the project that `init` writes: its stack, the provider, and the body of
 * `addTo`.
 */
export function programText(example: string): string {
  const [, imports = "", body] =
    /^([\s\S]*?)\nexport function addTo\(stack: TerraformStack\): void \{\n([\s\S]*)\n\}\n$/.exec(example) ?? [];
  if (body === undefined) {
    throw new Error("An example exports one function, addTo(stack: TerraformStack): void.");
  }
  const lines = body.split("\n").map((line) => line.replace(/^ {2}/, ""));
  const provider = body.includes("new ClickStackProvider(") ? [] : ['new ClickStackProvider(stack, "clickstack");'];
  return [
    importsText(imports),
    "",
    "const app = new App();",
    `const stack = new TerraformStack(app, "${INIT_STACK}");`,
    ...provider,
    "",
    ...lines,
    "",
    "app.synth();",
    "",
  ].join("\n");
}

function importsText(imports: string): string {
  const added: Readonly<Record<string, readonly string[]>> = {
    "cdk-clickstack": ["ClickStackProvider"],
    cdktf: ["App", "TerraformStack"],
  };
  const modules = [...imports.matchAll(/^import (?:type )?\{([^}]*)\} from "([^"]+)";$/gm)];
  return modules
    .map(([, imported = "", module = ""]) => {
      const own = imported.split(",").map((name) => name.trim().replace(/^type /, ""));
      const names = [...own.filter((name) => name !== ""), ...(added[module] ?? [])];
      return importText(names, DEFAULT_MODULES[module] ?? module);
    })
    .join("\n");
}

function importText(names: readonly string[], module: string): string {
  const sorted = [...new Set(names)].sort((one, other) => one.localeCompare(other, "en"));
  const line = `import { ${sorted.join(", ")} } from "${module}";`;
  return line.length <= WIDTH ? line : `import {\n${sorted.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
}
