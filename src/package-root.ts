import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Returns the folder of this package: the nearest parent folder named cdk-clickstack. Bundled code has no such parent
 * folder, so it uses the package in the working folder. Throws if there is none.
 */
export function packageRoot(): string {
  return foldersFrom(__dirname).find(isPackageRoot) ?? installedPackage();
}

/** Returns a folder and the folders above it, the nearest first. */
export function foldersFrom(folder: string): readonly string[] {
  const above = dirname(folder);
  return [folder, ...(above === folder ? [] : foldersFrom(above))];
}

function isPackageRoot(folder: string): boolean {
  const file = join(folder, "package.json");
  return existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { name?: string }).name === "cdk-clickstack";
}

function installedPackage(): string {
  try {
    return dirname(createRequire(join(process.cwd(), "main.js")).resolve("cdk-clickstack/package.json"));
  } catch {
    throw new Error(
      "cdk-clickstack cannot find its own files, such as the provider's executable. Fix: run the bundled program in a folder with cdk-clickstack in its node_modules, or leave the package out of the bundle (esbuild --packages=external).",
    );
  }
}
