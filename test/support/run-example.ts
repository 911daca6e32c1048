import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { transform } from "sucrase";

const ROOT = join(__dirname, "..", "..");
const load = createRequire(__filename);

/** The built package for each framework, with the framework itself. */
const PACKAGES = {
  cdktf: { "cdk-clickstack": "dist/index.js", "cdk-clickstack/checks": "dist/checks.js", cdktf: "cdktf" },
  cdktn: { "cdk-clickstack": "dist/cdktn.js", "cdk-clickstack/checks": "dist/cdktn-checks.js", cdktf: "cdktn" },
} as const;

export type Framework = keyof typeof PACKAGES;

/** Runs a program that is written for cdktf with either framework, and returns what Terraform would read, by stack. */
export function runExample(main: string, framework: Framework, outdir: string): Readonly<Record<string, unknown>> {
  const before = process.env.CDKTF_OUTDIR;
  process.env.CDKTF_OUTDIR = outdir;
  try {
    loadFile(join(ROOT, main), new Map(Object.entries(PACKAGES[framework])));
  } finally {
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
