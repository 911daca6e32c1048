import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { callCli } from "./cli/call-cli";
import { runCli } from "./cli/run-cli";
import { type ProcessResult, runProcess } from "./run-process";
import { SearchedFolder } from "./searched-folder";
import { ServedProvider } from "./served-provider";

const ROOT = join(__dirname, "..", "..");

/** A project with this package, and a folder in the project into which an import writes. */
export class ImportedFolder {
  readonly project = mkdtempSync(join(tmpdir(), "clickstack-import-"));
  readonly path = join(this.project, "observability");
  readonly environment: Readonly<Record<string, string>>;
  readonly #provider: ServedProvider;
  readonly #searched: SearchedFolder;

  /** @param isInstalled true if the project has the packages that the code needs; a new project does not have them */
  constructor(environment: Readonly<Record<string, string>>, isInstalled = true) {
    this.#provider = new ServedProvider(this.project, environment);
    this.environment = { ...environment, ...this.#provider.reattachment };
    this.#searched = new SearchedFolder(this.project, environment);
    if (!isInstalled) {
      return;
    }
    const modules = join(this.project, "node_modules");
    mkdirSync(modules);
    symlinkSync(ROOT, join(modules, "cdk-clickstack"));
    for (const name of ["cdktf", "constructs", "@types"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
    }
  }

  /** Runs `cdk-clickstack import` into the folder, in this process. */
  async import(...words: readonly string[]): Promise<ProcessResult> {
    return this.#heard(words, await callCli(["import", this.path, ...words], this.environment));
  }

  /** Runs the built command in a process that starts in the project. */
  async importWithBuild(...words: readonly string[]): Promise<ProcessResult> {
    const options = { cwd: this.project, environment: this.environment };
    return this.#heard(words, await runCli(["import", this.path, ...words], options));
  }

  async #heard(words: readonly string[], result: ProcessResult): Promise<ProcessResult> {
    await this.#searched.hear({ args: ["import", ...words], ...result });
    return result;
  }

  /** Returns the errors of the strictest compiler settings, or an empty text. */
  compile(): string {
    const options = {
      strict: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noImplicitReturns: true,
    };
    const compilerOptions = {
      ...options,
      target: "ES2022",
      module: "CommonJS",
      moduleResolution: "Bundler",
      skipLibCheck: true,
      noEmit: true,
      types: ["node"],
    };
    writeFileSync(join(this.project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["observability"] }));
    const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
    return output(process.execPath, [tsc, "--singleThreaded", "-p", this.project], this.project);
  }

  /** Returns the changes that the formatter and linter of this project suggest. */
  lint(): string {
    const biome = join(dirname(require.resolve("@biomejs/biome/package.json")), "bin", "biome");
    const args = [
      biome,
      "ci",
      "--vcs-enabled=false",
      `--config-path=${this.#biomeConfiguration()}`,
      "--colors=off",
      this.path,
    ];
    return output(process.execPath, args, this.project);
  }

  /**
   * Runs the program in the way that the user guide describes.
   * @returns the folder of the stack
   */
  async synthesize(): Promise<string> {
    const result = await runProcess(process.execPath, ["--import", require.resolve("tsx"), "main.ts"], {
      cwd: this.path,
      environment: this.environment,
    });
    if (result.exitCode !== 0) {
      throw new Error(result.stderr);
    }
    return join(this.path, "cdktf.out", "stacks", "clickstack");
  }

  read(file: string): string {
    return readFileSync(join(this.path, file), "utf8");
  }

  /** Edits a file line by line, and returns the new text of the file. */
  change(file: string, edit: (line: string) => readonly string[]): string {
    const text = this.read(file).split("\n").flatMap(edit).join("\n");
    writeFileSync(join(this.path, file), text);
    return text;
  }

  remove(): void {
    this.#provider.close();
    this.#searched.remove();
  }

  /** Removes the folder of a test that intentionally stores a state with secrets in it and has checked the secrets. */
  removeUnsearched(): void {
    this.#provider.close();
    this.#searched.removeUnsearched();
  }

  #biomeConfiguration(): string {
    const file = join(this.project, "biome.json");
    const { formatter, linter } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
    const includes = ["observability/**/*.ts", "!observability/cdktf.out"];
    writeFileSync(
      file,
      JSON.stringify({
        formatter: { ...formatter, useEditorconfig: false, indentStyle: "space" },
        linter,
        files: { includes },
      }),
    );
    return this.project;
  }
}

function output(command: string, args: readonly string[], cwd: string): string {
  try {
    execFileSync(command, args, { cwd, encoding: "utf8", stdio: "pipe" });
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}
