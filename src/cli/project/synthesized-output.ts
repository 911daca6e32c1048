import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ConfinedFolder } from "../../confined-folder";
import { synthesizedIn } from "./find-stacks";

/** The stacks in the output folder of a program before its code is edited. Restores them without the program. */
export class SynthesizedOutput {
  readonly #texts: Readonly<Record<string, string>>;

  constructor(private readonly folder: string) {
    const stacks = this.#stackFolders().map((each) => join(each, "cdk.tf.json"));
    const files = ["manifest.json", ...stacks];
    this.#texts = Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  }

  /** Writes the earlier stacks, and removes the folders of stacks that only the edited code declares. */
  restore(): void {
    const added = this.#stackFolders().filter((each) => !Object.hasOwn(this.#texts, join(each, "cdk.tf.json")));
    new ConfinedFolder(this.folder).writeAll(this.#texts);
    for (const each of added) {
      rmSync(join(this.folder, each), { recursive: true, force: true });
    }
  }

  /** Lists the folders of the stacks below the output folder. */
  #stackFolders(): readonly string[] {
    const found = (synthesizedIn(this.folder) ?? []).map(({ folder }) => relative(this.folder, folder));
    return found.filter((each) => each.startsWith("stacks"));
  }
}
