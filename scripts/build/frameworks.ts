import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";

const ENTRIES = { index: "cdktn", checks: "cdktn-checks" };
const FOLDER = "constructs-cdktn";
const PACKS = "packs-cdktn";

/** Files that import the framework by its name. */
const NAMING = ["framework", "installed-framework"];

/**
 * Creates `cdk-clickstack/cdktn` from the compiled constructs and packs. The copies import cdktn in `framework`, and every
 * `x.cdktn` instead of `x`. Files that do not depend on the framework exist only once.
 */
export function constructsForCdktn(dist: string): void {
  const folder = join(dist, FOLDER);
  cpSync(join(dist, "constructs"), folder, { recursive: true });
  cpSync(join(dist, "packs"), join(dist, PACKS), { recursive: true });
  for (const file of readdirSync(join(dist, PACKS))) {
    edit(join(dist, PACKS, file), (text) => text.replaceAll('"../constructs/', `"../${FOLDER}/`));
  }
  for (const end of [".js", ".d.ts"]) {
    for (const name of NAMING) {
      edit(join(folder, name + end), (text) => text.replaceAll('"cdktf', '"cdktn'));
    }
    for (const [entry, made] of Object.entries(ENTRIES)) {
      const text = readFileSync(join(dist, entry + end), "utf8");
      writeFileSync(join(dist, made + end), text.replaceAll('"./constructs/', `"./${FOLDER}/`));
    }
  }
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) =>
    /\.cdktn\./.test(each),
  )) {
    renameSync(join(folder, file), join(folder, file.replace(".cdktn.", ".")));
    rmSync(join(dist, "constructs", file));
  }
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

/** Bundles the command line without cdktf and cdktn, because the command line creates no constructs. */
export const withoutFramework: Plugin = {
  name: "without-framework",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /\/framework$/ }, ({ path, pluginData: isOurs, ...options }) =>
      isOurs ? undefined : resolve(`${path}.cli`, { ...options, pluginData: true }),
    );
  },
};
