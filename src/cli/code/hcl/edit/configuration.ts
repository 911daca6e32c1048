import { posix } from "node:path";
import { ConfinedFolder } from "../../../../confined-folder";
import type { PlanJson } from "../../../engine/read-plan";
import { type AuthorFiles, type EditedFile, openFile } from "../../../project/author-files";
import { IGNORED_REASON } from "../../../project/uncommitted";
import { type CodeText, elementAddress, terraformAddress } from "../../text/code-text";
import { type BlockSyntax, HclFile } from "./hcl-file";
import { findError } from "./hcl-syntax";
import { hclLiteral } from "./literal";

export interface Uneditable {
  readonly file: string;
  /** The line of the place; undefined for a whole file. */
  readonly line?: number;
  /** Sentence. */
  readonly reason: string;
}

/** A module: the files of one folder. */
export class HclModule {
  readonly files: readonly HclFile[];
  /** Files that cannot be edited, with the reason. */
  readonly uneditable: readonly Uneditable[];

  /** @param folder relative to the root module, `.` for the root module */
  constructor(
    readonly folder: string,
    files: readonly (HclFile | Uneditable)[],
  ) {
    this.files = files.filter((each) => each instanceof HclFile);
    this.uneditable = files.filter(isUneditable);
  }

  /** Lists the blocks with a type and labels, such as `resource "clickstack_alert" "errors"`. */
  blocks(type: string, ...labels: readonly string[]): readonly BlockSyntax[] {
    return this.files.flatMap(({ blocks }) =>
      blocks.filter((each) => each.type === type && labels.every((label, index) => each.labels[index] === label)),
    );
  }
}

export function isUneditable(found: object): found is Uneditable {
  return "reason" in found;
}

const NOT_ACCEPTED = "The parser does not accept this part of the file.";

/** Returns the first part of a block that the parser does not accept. */
export function findUneditable({ file, node }: BlockSyntax): Uneditable | undefined {
  const error = findError(node);
  return error && { file: file.path, line: file.lineAt(error.start), reason: NOT_ACCEPTED };
}

/** A configuration of the author with the edits so far: the root module and the modules that it calls. */
export class HclConfiguration {
  readonly #modules = new Map<string, HclModule>();

  /**
   * @param isTofu true for OpenTofu, which also reads `.tofu` files
   * @param ignored files that git ignores
   */
  constructor(
    private readonly files: AuthorFiles,
    private readonly isTofu: boolean,
    private readonly ignored: ReadonlySet<string>,
  ) {}

  /** Folder of the root module. */
  get folder(): string {
    return this.files.folder;
  }

  get editedFiles(): readonly EditedFile[] {
    const opened = [...this.#modules.values()].flatMap(({ files }) => files);
    return opened.filter(({ edited, original }) => edited !== original);
  }

  /** Returns the module with an address such as `module.boards`, or the reason why it cannot be edited. */
  moduleAt(address: string | undefined): HclModule | Uneditable {
    let module = this.#module(".");
    for (const [, name = ""] of address?.matchAll(/(?:^|\.)module\.([\w-]+)/g) ?? []) {
      const [call] = module.blocks("module", name);
      if (!call) {
        return { file: module.folder, reason: `The command cannot find the block of the module "${name}".` };
      }
      const folder = folderOf(module, call);
      if (folder === undefined) {
        const reason = `The module "${name}" does not come from a folder of this configuration.`;
        return { file: call.file.path, line: lineOf(call), reason };
      }
      module = this.#module(folder);
    }
    return module;
  }

  #module(folder: string): HclModule {
    const known = this.#modules.get(folder);
    if (known) {
      return known;
    }
    const names = new ConfinedFolder(this.files.folder).names(folder).filter((name) => !name.startsWith("."));
    // OpenTofu does not read `main.tf` next to `main.tofu`.
    const isRead = (name: string) =>
      this.isTofu
        ? name.endsWith(".tofu") || (name.endsWith(".tf") && !names.includes(name.replace(/tf$/, "tofu")))
        : name.endsWith(".tf");
    const files = names.filter(isRead).map((name) => this.#open(posix.join(folder, name)));
    const module = new HclModule(folder, files);
    this.#modules.set(folder, module);
    return module;
  }

  #open(path: string): HclFile | Uneditable {
    const file = this.ignored.has(path)
      ? IGNORED_REASON
      : openFile(this.files, path, (text) => new HclFile(path, text));
    if (typeof file === "string") {
      return { file: path, reason: file };
    }
    return file.error ? { file: path, line: file.lineAt(file.error.start), reason: NOT_ACCEPTED } : file;
  }
}

export function lineOf({ file, node }: BlockSyntax): number {
  return file.lineAt(node.start);
}

/** Returns the folder of a called module; undefined for a module that is outside of the configuration. */
function folderOf({ folder }: HclModule, { file, attributes }: BlockSyntax): string | undefined {
  const source = attributes.find(({ key }) => key === "source");
  const value = source && hclLiteral(source.value, file.text)?.value;
  if (typeof value !== "string" || !/^\.\.?(\/|$)/.test(value)) {
    return undefined;
  }
  const called = posix.join(folder, value).replace(/\/$/, "");
  return called === ".." || called.startsWith("../") ? undefined : called;
}

/** Addresses of ids in one module, such as `data.clickstack_source.logs.id`. */
export class KnownAddresses {
  /** Ids by address. */
  readonly #ids = new Map<CodeText, string>();

  /** @param moduleAddress undefined for the root module */
  constructor({ held }: Pick<PlanJson, "held">, module: HclModule, moduleAddress: string | undefined) {
    const prefix = moduleAddress === undefined ? "" : `${moduleAddress}.`;
    for (const { address, mode, type, name, values } of held) {
      const local = address.startsWith(prefix) ? address.slice(prefix.length) : "module.";
      if (
        local.startsWith("module.") ||
        module.blocks(mode === "data" ? "data" : "resource", type, name).length === 0
      ) {
        continue;
      }
      this.#add(terraformAddress(`${local}.id`), values.id);
      for (const [key, id] of Object.entries((values.tile_ids ?? {}) as Record<string, unknown>)) {
        this.#add(elementAddress(terraformAddress(`${local}.tile_ids`), key), id);
      }
    }
  }

  #add(address: CodeText, id: unknown): void {
    if (typeof id === "string") {
      this.#ids.set(address, id);
    }
  }

  /** Returns the id that an address refers to. White space in the code does not matter. */
  idAt(code: string): string | undefined {
    const address = code.replace(/(?<!\s)\s+(?=[.[\]])|(?<=[.[])\s+/g, "");
    return [...this.#ids].find(([each]) => each === address)?.[1];
  }

  /**
   * Returns the address of an id; undefined if the module declares no object with it.
   * @param type such as `clickstack_source`; undefined for a tile
   */
  addressOf(id: string, type: string | undefined): CodeText | undefined {
    const isOfType = (address: string) =>
      type === undefined ? address.includes(".tile_ids[") : address.replace(/^data\./, "").startsWith(`${type}.`);
    return [...this.#ids].find(([address, each]) => each === id && isOfType(address))?.[0];
  }
}
