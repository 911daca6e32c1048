import { posix } from "node:path";
import type { BlockSyntax, HclFile, MemberSyntax } from "./hcl-file";
import { findError, type HclNode, nodesOf } from "./hcl-syntax";
import { hclLiteral } from "./literal";

/** A place in the configuration, and the reason why it cannot be edited. */
export interface Uneditable {
  readonly file: string;
  /** Undefined for a whole file. */
  readonly line?: number;
  /** Sentence. */
  readonly reason: string;
}

/** The files of a configuration. */
interface ConfigurationFiles {
  /** Returns the names in a folder, which is relative to the root module. */
  readonly names: (folder: string) => readonly string[];
  /** Returns a file of HCL, or the reason why it cannot be edited. */
  readonly open: (path: string) => HclFile | Uneditable;
  /** Returns a file in JSON, or the reason why it cannot be read. */
  readonly readJson: (path: string) => { readonly text: string } | Uneditable;
  /** True for OpenTofu, which also reads `.tofu` files. */
  readonly isTofu: boolean;
}

/** An attribute of a block in its file. */
interface PlacedMember {
  readonly file: HclFile;
  readonly member: MemberSyntax;
}

/** A module: the files of one folder. */
export class HclModule {
  readonly #files: readonly HclFile[];
  readonly #json: readonly string[];
  /** Files that cannot be edited, with the reason. */
  readonly uneditable: readonly Uneditable[];

  /** @param folder relative to the root module, `.` for the root module */
  constructor(
    readonly folder: string,
    files: ConfigurationFiles,
  ) {
    const names = files.names(folder).filter(isConfiguration);
    const read = names
      .filter((name) => files.isTofu || /\.tf(\.json)?$/.test(name))
      .filter(isNotReplaced(names, files));
    // The engine merges override files into the others, in the order of their names.
    const ordered = [...read.filter((name) => !isOverride(name)), ...read.filter(isOverride)];
    const paths = ordered.map((name) => posix.join(folder, name));
    const hcl = paths.filter((path) => !path.endsWith(".json")).map(files.open);
    const json = paths.filter((path) => path.endsWith(".json")).map(files.readJson);
    this.#files = hcl.flatMap((file) => (isUneditable(file) ? [] : [file]));
    this.#json = json.flatMap((file) => (isUneditable(file) ? [] : [file.text]));
    this.uneditable = [...hcl, ...json].filter(isUneditable);
  }

  /** Returns the block of a resource, and the blocks of override files that change it. */
  resource(type: string, name: string): readonly BlockSyntax[] {
    return this.#blocks("resource").filter(({ labels }) => labels[0] === type && labels[1] === name);
  }

  /** Returns true if the module declares a resource or a data source. */
  declares(mode: "managed" | "data", type: string, name: string): boolean {
    const blocks = this.#blocks(mode === "data" ? "data" : "resource");
    return blocks.some(({ labels }) => labels[0] === type && labels[1] === name);
  }

  /** Returns an override file that cannot be edited. It can replace attributes of any block. */
  get uneditableOverride(): Uneditable | undefined {
    return this.uneditable.find(({ file }) => isOverride(posix.basename(file)));
  }

  /** Lists the modules that this one calls. */
  get calls(): readonly BlockSyntax[] {
    return this.#blocks("module");
  }

  /** True if a file in JSON calls modules, or if the calls of a file are unknown. */
  get hasHiddenCalls(): boolean {
    return this.uneditable.length > 0 || this.#json.some((text) => /"module"\s*:/.test(text));
  }

  /** Returns the definition of a local value that is used in one place, or the reason why it cannot be edited. */
  localUsedOnce(name: string): PlacedMember | string {
    const definitions = this.#blocks("locals").flatMap(({ file, attributes }) =>
      attributes.filter(({ key }) => key === name).map((member) => ({ file, member })),
    );
    const [definition] = definitions;
    if (
      !definition ||
      definitions.length > 1 ||
      this.uneditable.length > 0 ||
      this.#files.some((each) => !each.isComplete)
    ) {
      return `The value comes from "local.${name}". The command cannot find its definition or all its uses.`;
    }
    const inHcl = this.#files.flatMap((file) => [...usesOfLocal(file, name)]).length;
    const inJson = this.#json.join("\n").split(new RegExp(`\\blocal\\.${name}\\b`)).length - 1;
    const uses = inHcl + inJson;
    return uses === 1 ? definition : `The value comes from "local.${name}", which is used in ${uses} places.`;
  }

  #blocks(type: string): readonly BlockSyntax[] {
    return this.#files.flatMap(({ blocks }) => blocks.filter((each) => each.type === type));
  }
}

/** Returns true for the reason why a place cannot be edited. */
export function isUneditable(found: object): found is Uneditable {
  return "reason" in found;
}

export const NOT_ACCEPTED = "The parser does not accept this part of the file.";

/** Returns the first part of a block that the parser does not accept. */
export function findUneditable({ file, node }: BlockSyntax): Uneditable | undefined {
  const error = findError(node);
  return error && { file: file.path, line: file.lineAt(error.start), reason: NOT_ACCEPTED };
}

function isConfiguration(name: string): boolean {
  return /\.(tf|tofu)(\.json)?$/.test(name) && !name.startsWith(".");
}

function isOverride(name: string): boolean {
  return /^(.*_)?override\.(tf|tofu)(\.json)?$/.test(name);
}

/** OpenTofu does not read `main.tf` next to `main.tofu`. */
function isNotReplaced(names: readonly string[], { isTofu }: ConfigurationFiles): (name: string) => boolean {
  return (name) =>
    !isTofu || !names.includes(name.replace(/\.tf(?=$|\.json$)/, ".tofu")) || !/\.tf(\.json)?$/.test(name);
}

function* usesOfLocal(file: HclFile, name: string): Generator<HclNode> {
  for (const { children } of nodesOf(file.root)) {
    for (const [index, child] of children.entries()) {
      const next = children[index + 1];
      const isLocal = child.type === "variable_expr" && file.textOf(child) === "local";
      if (isLocal && next?.type === "get_attr" && file.textOf(next).replace(/^\.\s*/, "") === name) {
        yield child;
      }
    }
  }
}

/** Maximum depth of modules in modules. */
const MAX_DEPTH = 20;

/** A configuration: the root module and the local modules that it calls. */
export class HclConfiguration {
  readonly root: HclModule;
  readonly #modules = new Map<string, HclModule>();

  constructor(private readonly files: ConfigurationFiles) {
    this.root = this.#module(".");
  }

  /** Returns the module with an address such as `module.boards`, or the reason why it cannot be edited. */
  moduleAt(address: string | undefined): HclModule | Uneditable {
    let module = this.root;
    for (const name of address === undefined ? [] : moduleNames(address)) {
      const call = module.calls.find(({ labels }) => labels[0] === name);
      if (!call) {
        return { file: module.folder, reason: `The command cannot find the block of the module "${name}".` };
      }
      const refuse = (reason: string): Uneditable => ({ file: call.file.path, line: lineOf(call), reason });
      if (call.attributes.some(({ key }) => key === "count" || key === "for_each")) {
        return refuse(`The module "${name}" has count or for_each.`);
      }
      const folder = folderOf(module, call);
      if (folder === undefined) {
        return refuse(`The module "${name}" does not come from a folder of this configuration.`);
      }
      const uses = this.#uses(folder, this.root);
      if (uses !== 1) {
        return refuse(uses === undefined ? HIDDEN : `The module in ${folder} is used ${uses} times.`);
      }
      module = this.#module(folder);
    }
    return module;
  }

  /** Counts the calls of a module; undefined if some are unknown. */
  #uses(folder: string, from: HclModule, depth = 0): number | undefined {
    if (from.hasHiddenCalls || depth > MAX_DEPTH) {
      return undefined;
    }
    let uses = 0;
    for (const call of from.calls) {
      const called = folderOf(from, call);
      const inside = called === undefined ? 0 : this.#uses(folder, this.#module(called), depth + 1);
      if (inside === undefined) {
        return undefined;
      }
      uses += inside + (called === folder ? 1 : 0);
    }
    return uses;
  }

  #module(folder: string): HclModule {
    const module = this.#modules.get(folder) ?? new HclModule(folder, this.files);
    this.#modules.set(folder, module);
    return module;
  }
}

const HIDDEN = "The command cannot count the calls of this module, because it cannot read all files.";

export function lineOf({ file, node }: BlockSyntax): number {
  return file.lineAt(node.start);
}

function moduleNames(address: string): readonly string[] {
  return [...address.matchAll(/(?:^|\.)module\.([\w-]+)/g)].map(([, name = ""]) => name);
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
