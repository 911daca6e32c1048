import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { transform } from "sucrase";
import * as library from "../../src";
import type { GeneratedFile } from "../../src/cli/project/generated-file";
import type { StackJson } from "./constructs/synthesize";

type Exports = Record<string, unknown>;

/** Runs a generated program without changes, and returns the configuration that Terraform would read. */
export function runProgram(files: readonly GeneratedFile[]): StackJson {
  const outdir = mkdtempSync(join(tmpdir(), "imported-"));
  const before = process.env.CDKTF_OUTDIR;
  process.env.CDKTF_OUTDIR = outdir;
  try {
    new Program(files, outdir).require("main.ts");
    return JSON.parse(readFileSync(join(outdir, "stacks", "clickstack", "cdk.tf.json"), "utf8"));
  } finally {
    if (before === undefined) {
      delete process.env.CDKTF_OUTDIR;
    } else {
      process.env.CDKTF_OUTDIR = before;
    }
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** Reads the files of a program in TypeScript. */
export function codeIn(folder: string): readonly GeneratedFile[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  return files.sort().map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

/** Returns the declared objects of a stack, without metadata and without the versions of the package. */
export function declared({ terraform: _, "//": __, ...stack }: StackJson & { readonly "//"?: unknown }): object {
  return JSON.parse(JSON.stringify(stack, (key, value: unknown) => (key === "//" ? undefined : value)));
}

class Program {
  readonly #modules = new Map<string, Exports>();
  readonly #texts: ReadonlyMap<string, string>;
  readonly #packages: Readonly<Record<string, unknown>>;

  constructor(files: readonly GeneratedFile[], folder: string) {
    this.#texts = new Map(files.map(({ path, text }) => [path, text]));
    const load = createRequire(__filename);
    const [own, framework] = [withExecutable(folder), load("cdktf")];
    this.#packages = {
      ...{ "cdk-clickstack": own, "cdk-clickstack/cdktn": own },
      ...{ cdktf: framework, cdktn: framework, constructs: load("constructs") },
    };
  }

  require(path: string): Exports {
    const known = this.#modules.get(path);
    if (known) {
      return known;
    }
    const exports: Exports = {};
    this.#modules.set(path, exports);
    const text = this.#texts.get(path);
    if (text === undefined) {
      throw new Error(`The program has no file ${path}.`);
    }
    const { code } = transform(text, { transforms: ["typescript", "imports"] });
    const load = (request: string) =>
      request.startsWith(".")
        ? this.require(posix.join(posix.dirname(path), request.replace(/js$/, "ts")))
        : this.#packages[request];
    new Function("require", "exports", code)(load, exports);
    return exports;
  }
}

/** The constructs are the real ones. The provider's executable is an empty file, so that no build is needed. */
function withExecutable(folder: string): typeof library {
  const executable = join(folder, "provider");
  writeFileSync(executable, "#!/bin/sh\n", { mode: 0o600 });
  class ClickStackProvider extends library.ClickStackProvider {
    constructor(...[scope, id, props]: ConstructorParameters<typeof library.ClickStackProvider>) {
      super(scope, id, { ...props, executable });
    }
  }
  return { ...library, ClickStackProvider };
}
