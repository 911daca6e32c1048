import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { executableName, thisPlatform } from "../../src/install/provider-executable";

const DIST = join(__dirname, "..", "..", "dist");

/** The two forms of the provider. */
export type Form = "native" | "script";

export const FORMS: readonly Form[] = ["native", "script"];

/**
 * The built executables. The providers are copies, because a concurrent build replaces the whole dist/. Disposing
 * removes them.
 */
export class Executables implements Disposable {
  /** Folder for the files of a bench. */
  readonly folder = mkdtempSync(join(tmpdir(), "clickstack-bench-"));
  /** Executables of the provider by form. */
  readonly provider: Readonly<Record<Form, string>>;
  /** Used in its build folder, because it reads other files of its package when it starts. */
  readonly commandLine: string;

  /** Throws if a file is not built. */
  constructor() {
    const script = "terraform-provider-clickstack.js";
    const native = executableName(thisPlatform());
    this.provider = {
      native: this.#copy(join("provider", thisPlatform(), native), "npm run build:native"),
      script: this.#copy(join("provider", script), "npm run build"),
    };
    this.commandLine = this.#built(join("cli", "cdk-clickstack.js"), "npm run build");
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #copy(path: string, command: string): string {
    // A launcher accepts only an executable with the name of the provider.
    const target = join(this.folder, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(this.#built(path, command), target);
    return target;
  }

  #built(path: string, command: string): string {
    const built = join(DIST, path);
    if (existsSync(built)) {
      return built;
    }
    this[Symbol.dispose]();
    throw new Error(`dist/${path} is not there. Run "${command}" first.`);
  }
}
