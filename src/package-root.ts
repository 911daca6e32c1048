import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of this package, from the source as from a bundle: the nearest one above that is called cdk-clickstack. */
export function packageRoot(): string {
  let folder = __dirname;
  while (!isPackageRoot(folder)) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("cdk-clickstack cannot find its own package folder.");
    folder = parent;
  }
  return folder;
}

function isPackageRoot(folder: string): boolean {
  const file = join(folder, "package.json");
  return existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { name?: string }).name === "cdk-clickstack";
}
