import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { transform } from "sucrase";

const ROOT = join(__dirname, "..", "..");
const load = createRequire(__filename);

/** The built entries of the package for each framework. */
const BUILT = {
  cdktf: { "": "dist/index.js", "/packs": "dist/packs/index.js" },
  cdktn: { "": "dist/cdktn.js", "/packs": "dist/packs-cdktn/index.js" },
} as const;

type ExampleFramework = keyof typeof BUILT;

/** Modules of both frameworks, each with the module of the other framework that replaces it. */
function modulesOf(framework: ExampleFramework): ReadonlyMap<string, string> {
  const entries = ["cdk-clickstack", "cdk-clickstack/cdktn"].flatMap((name) =>
    Object.entries(BUILT[framework]).map(([entry, file]) => [name + entry, file] as const),
  );
  return new Map([...entries, ["cdktf", framework], ["cdktn", framework]]);
}

/**
 * Runs a program in its folder with the given framework, even if the program imports the other one. Returns the configuration of each
 * stack.
 */
export function runExample(main: string, framework: ExampleFramework, outdir: string): Record<string, unknown> {
  const before = process.env.CDKTF_OUTDIR;
  const folder = process.cwd();
  process.env.CDKTF_OUTDIR = outdir;
  process.chdir(dirname(join(ROOT, main)));
  try {
    loadFile(join(ROOT, main), modulesOf(framework));
  } finally {
    process.chdir(folder);
    if (before === undefined) {
      delete process.env.CDKTF_OUTDIR;
    } else {
      process.env.CDKTF_OUTDIR = before;
    }
  }
  const { stacks } = JSON.parse(readFileSync(join(outdir, "manifest.json"), "utf8")) as { stacks: object };
  return Object.fromEntries(
    Object.keys(stacks).map((name) => [
      name,
      JSON.parse(readFileSync(join(outdir, "stacks", name, "cdk.tf.json"), "utf8")),
    ]),
  );
}

function loadFile(file: string, packages: ReadonlyMap<string, string>): unknown {
  const { code } = transform(readFileSync(file, "utf8"), { transforms: ["typescript", "imports"] });
  const module = { exports: {} };
  const requireFrom = (request: string): unknown => {
    const sibling = join(dirname(file), `${request.replace(/\.[jt]s$/, "")}.ts`);
    if (request.startsWith(".") && existsSync(sibling)) {
      return loadFile(sibling, packages);
    }
    const named = packages.get(request) ?? request;
    return load(named.startsWith("dist/") ? join(ROOT, named) : named);
  };
  const run = new Function("require", "module", "exports", "__dirname", "__filename", code);
  run(requireFrom, module, module.exports, dirname(file), file);
  return module.exports;
}
