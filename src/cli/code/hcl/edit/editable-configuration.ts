import { ConfinedFolder } from "../../../../confined-folder";
import { type AuthorFiles, type EditedFile, openFile } from "../../../project/author-files";
import { IGNORED_REASON } from "../../../project/uncommitted";
import { HclConfiguration, NOT_ACCEPTED, type Uneditable } from "./configuration";
import { HclFile } from "./hcl-file";

/** A configuration of the author with the edits so far. */
export class EditableConfiguration {
  readonly modules: HclConfiguration;
  readonly #files = new Map<string, HclFile | string>();

  /**
   * @param isTofu true for OpenTofu, which also reads `.tofu` files
   * @param ignored files that git ignores
   */
  constructor(
    readonly files: AuthorFiles,
    isTofu: boolean,
    private readonly ignored: ReadonlySet<string>,
  ) {
    const folder = new ConfinedFolder(files.folder);
    this.modules = new HclConfiguration({
      names: (path) => folder.names(path),
      open: (path) => this.#open(path),
      readJson: (path) => {
        const file = openFile(files, path, (text) => ({ text }));
        return typeof file === "string" ? { file: path, reason: file } : file;
      },
      isTofu,
    });
  }

  /** Lists the files with edits. */
  get editedFiles(): readonly EditedFile[] {
    const opened = [...this.#files.values()].filter((each) => typeof each !== "string");
    return opened.filter(({ edited, original }) => edited !== original);
  }

  #open(path: string): HclFile | Uneditable {
    const file = this.#files.get(path) ?? this.#read(path);
    this.#files.set(path, file);
    if (typeof file === "string") {
      return { file: path, reason: file };
    }
    return file.error ? { file: path, line: file.lineAt(file.error.start), reason: NOT_ACCEPTED } : file;
  }

  #read(path: string): HclFile | string {
    return this.ignored.has(path) ? IGNORED_REASON : openFile(this.files, path, (text) => new HclFile(path, text));
  }
}
