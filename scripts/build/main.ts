/**
 * Builds dist/: the constructs with their types (tsc), and one bundle each for the provider, the command line, the
 * emulator and the tests of users (esbuild). A bundle needs no dependencies at run time, except for those of the
 * constructs. The licenses of its packages are in a file next to it.
 *
 *     npm run build
 */

import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { type BuildOptions, build } from "esbuild";
import manifest from "../../package.json";
import { HCL_PARSER_FILES } from "../../src/cli/code/hcl/edit/hcl-syntax";
import { AGENTS_TEXT, CI_SYSTEMS, KIT_FILES } from "../../src/cli/project/new-project";
import { DRAWING_STYLE } from "../../src/drawing";
import { preparedResponsesOf } from "../../src/plugin";
import { provider } from "../../src/provider/provider";
import { declaredTypes } from "../docs/declared-types";
import { constructsForCdktn, withoutFramework } from "./frameworks";
import { lazyImports } from "./lazy-imports";
import { emulatorBeside, lean } from "./lean-bundles";
import { removeCitations, removeComments, removeUnusedTypes } from "./lean-constructs";
import { type BundledPackage, bundledPackages, licensesText } from "./licenses";

const ROOT = join(__dirname, "..", "..");

/** Lists of the packages in each bundle, for a release. */
const BUNDLED = join(ROOT, "build", "bundled");

/** Copy of the sources in which the types of declared objects have the documentation that editors show. */
const DOCUMENTED = join(ROOT, "build", "documented");

const BUNDLE: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node20.18",
  format: "cjs",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "external",
  plugins: [lean, lazyImports],
  alias: {
    // The other form of the package loads its parts with a function that bundlers cannot follow.
    "jsonc-parser": "jsonc-parser/lib/esm/main.js",
    // The other form of the package needs `import.meta`, which CommonJS does not have.
    "web-tree-sitter": require.resolve("web-tree-sitter"),
  },
  logLevel: "warning",
};

/** Page of the emulator: a script for browsers, and the files next to it. */
const PAGE = "src/emulator/page";
const PAGE_FILES = ["index.html", "page.css", "icon.svg"];

/** Folder with the script of the page that `preview --watch` serves. */
const PREVIEW_PAGE = "src/cli/commands/preview/watch/page";

/** Options of a script for browsers. Its folder has the compiler's settings. */
const forBrowsers = (folder: string): BuildOptions => ({
  platform: "browser",
  target: "es2022",
  format: "iife",
  tsconfig: `${folder}/tsconfig.json`,
  minifyIdentifiers: true,
});

/** Declarations that a program can import. */
const TYPED_ENTRIES = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === "string" ? [] : [entry.types],
);

/**
 * Names are kept, because diagnostics and logs contain names of errors, classes and functions. The provider keeps
 * identifiers unminified, because `keepNames` takes time at each start.
 */
const SHORT: BuildOptions = { minifyIdentifiers: true, keepNames: true };

const EXECUTABLE = { banner: { js: "#!/usr/bin/env node" } };

async function main(): Promise<void> {
  for (const made of [join(ROOT, "dist"), BUNDLED, DOCUMENTED]) {
    rmSync(made, { recursive: true, force: true });
  }
  for (const path of ["src", "package.json", "tsconfig.json"]) {
    cpSync(join(ROOT, path), join(DOCUMENTED, path), { recursive: true });
  }
  writeFileSync(join(DOCUMENTED, "src/resources/declared-types.ts"), declaredTypes());
  compile("src/tsconfig.build.json");
  constructsForCdktn(join(ROOT, "dist"));
  for (const entry of ["emulator", "testing"]) {
    compile(`src/${entry}/tsconfig.build.json`);
  }
  const prepared = preparedResponsesOf(provider);
  removeComments(join(ROOT, "dist"));
  removeUnusedTypes(ROOT, TYPED_ENTRIES);
  removeCitations(join(ROOT, "dist"));
  await Promise.all([
    bundle("src/provider/main.ts", "dist/provider/terraform-provider-clickstack.js", {
      ...EXECUTABLE,
      define: {
        PREPARED_SCHEMA: literal(prepared.GetProviderSchema),
        PREPARED_IDENTITY_SCHEMAS: literal(prepared.GetResourceIdentitySchemas),
      },
    }),
    bundle(
      "src/cli/cdk-clickstack.ts",
      "dist/cli/cdk-clickstack.js",
      {
        ...EXECUTABLE,
        ...SHORT,
        plugins: [lean, lazyImports, withoutFramework, emulatorBeside],
      },
      HCL_PARSER_FILES.map((file) => require.resolve(file)),
    ),
    bundle("src/cli/commands/import/verify/run-typescript.ts", "dist/cli/run-typescript.js", SHORT),
    bundle("src/cli/server/webhook/render-template.ts", "dist/cli/render-template.js", SHORT),
    bundle("src/emulator/index.ts", "dist/emulator/index.js", SHORT),
    bundle("src/testing/index.ts", "dist/testing/index.js", {
      ...SHORT,
      plugins: [lean, withoutFramework],
      // These packages are installed with the constructs.
      external: Object.keys(manifest.dependencies),
    }),
    bundle(`${PAGE}/client/main.tsx`, "dist/emulator/page/page.js", forBrowsers(`${PAGE}/client`)),
    bundle(`${PREVIEW_PAGE}/page.ts`, "dist/cli/preview-page.js", forBrowsers(PREVIEW_PAGE)),
  ]);
  for (const ci of CI_SYSTEMS) {
    for (const file of KIT_FILES[ci]) {
      copy(join("examples/ci", ci, file), join("dist/ci", ci, file));
    }
  }
  copy(AGENTS_TEXT.source, AGENTS_TEXT.packed);
  for (const file of PAGE_FILES) {
    copyFileSync(join(ROOT, PAGE, file), join(ROOT, "dist/emulator/page", file));
  }
  appendFileSync(join(ROOT, "dist/emulator/page/page.css"), DRAWING_STYLE);
}

/** Returns bytes as a JavaScript string literal. */
function literal(bytes: Uint8Array): string {
  return JSON.stringify(Buffer.from(bytes).toString("base64"));
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(join(ROOT, to)), { recursive: true });
  copyFileSync(join(ROOT, from), join(ROOT, to));
}

function compile(project: string): void {
  const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  const options = ["--singleThreaded", "-p", project, "--outDir", join(ROOT, "dist")];
  execFileSync(process.execPath, [tsc, ...options], { cwd: DOCUMENTED, stdio: "inherit" });
}

/** @param files files of packages that the script reads. They are copied next to it. */
async function bundle(
  entry: string,
  outfile: string,
  options: BuildOptions,
  files: readonly string[] = [],
): Promise<void> {
  const { outputFiles, metafile } = await build({
    ...BUNDLE,
    ...options,
    entryPoints: [entry],
    outfile,
    metafile: true,
    write: false,
  });
  const [script, notices] = [".js", ".LEGAL.txt"].map((end) => outputFiles.find(({ path }) => path.endsWith(end)));
  if (!script) {
    throw new Error(`esbuild made no script of ${entry}.`);
  }
  mkdirSync(dirname(script.path), { recursive: true });
  writeFileSync(script.path, script.contents);
  if (options.banner) {
    chmodSync(script.path, 0o755);
  }
  for (const file of files) {
    writeFileSync(join(dirname(script.path), basename(file)), readFileSync(file));
  }
  const packages = bundledPackages(metafile, ROOT, files);
  writeFileSync(`${script.path}.licenses.txt`, licensesText(basename(outfile), packages, notices?.text.trim() ?? ""));
  writeBundled(relative(join(ROOT, "dist"), script.path), packages);
}

/** Writes the packages of a bundle for the bill of materials of a release. */
function writeBundled(bundle: string, packages: readonly BundledPackage[]): void {
  const parts = packages.map(({ name, version, license }) => ({ name, version, license }));
  mkdirSync(BUNDLED, { recursive: true });
  writeFileSync(join(BUNDLED, `${bundle.replaceAll(sep, "-")}.json`), JSON.stringify(parts));
}

void main();
