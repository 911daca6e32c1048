import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(__dirname, "..", "..");
export const EXAMPLE = join(ROOT, "test", "fixtures", "new-resource-type");

/** The part of CONTRIBUTING.md that describes a new resource. */
const RECIPE =
  /^## Adding a resource\n[\s\S]*?(?=^## )/m.exec(readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8"))?.[0] ?? "";

/** The files and folders of the copy. */
const COPIED = [
  "src",
  "scripts",
  "bench",
  "docs",
  "examples/policy",
  "test",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** Files that the recipe adds. */
export const NEW_FILES = [...RECIPE.matchAll(/^ {3}\| `([^`]+)` \|/gm)].map(([, file = ""]) =>
  file.replace("<names>", "notes").replace("<name>", "note"),
);

/** Edits of the recipe: each block names a file, and its lines with "+" follow the line before them. */
export const EDITS = [...RECIPE.matchAll(/^ {3}```text\n {3}--- (\S+)\n([\s\S]*?)^ {3}```$/gm)].map(
  ([, file = "", block = ""]) => ({
    file,
    lines: block.split("\n").map((line) => line.slice(3)),
  }),
);

/** A copy of the sources with the resource type of the recipe. It uses the packages of this folder. */
export class CopyWithNewType {
  readonly folder = mkdtempSync(join(tmpdir(), "clickstack-new-resource-type-"));

  constructor() {
    for (const path of COPIED) {
      cpSync(join(ROOT, path), join(this.folder, path), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(this.folder, "node_modules"));
    for (const file of NEW_FILES) {
      cpSync(join(EXAMPLE, `${file}.txt`), join(this.folder, file), { recursive: true });
    }
    for (const { file, lines } of EDITS) {
      const path = join(this.folder, file);
      writeFileSync(path, edited(readFileSync(path, "utf8").split("\n"), lines).join("\n"));
    }
  }

  /** Runs a program in the copy. Returns its output, also if it fails. */
  outputOf(...command: readonly string[]): Promise<string> {
    return promisify(execFile)(process.execPath, [...command], { cwd: this.folder }).then(
      ({ stdout }) => stdout,
      (failed: { stdout: string; stderr: string }) => failed.stdout + failed.stderr,
    );
  }

  /** Checks the types of a project. Returns the errors. */
  typeErrors(project: string): Promise<string> {
    const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    return this.outputOf(compiler, "--singleThreaded", "--pretty", "false", "-p", project);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

function edited(text: readonly string[], lines: readonly string[]): readonly string[] {
  const result = [...text];
  let place = -1;
  for (const line of lines.filter((each) => each !== "")) {
    if (line.startsWith("+")) {
      place += 1;
      result.splice(place, 0, line.slice(1));
      continue;
    }
    place = result.indexOf(line.slice(1), place + 1);
    if (place < 0) {
      throw new Error(`No line is ${JSON.stringify(line.slice(1))}.`);
    }
  }
  return result;
}
