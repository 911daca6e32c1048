import { join } from "node:path";
import { readRegularFile } from "../confined-folder";

export const LOCK_FILE = ".terraform.lock.hcl";

/** Maximum size of a lock file, which has some kilobytes per provider. */
export const MAX_LOCK_BYTES = 4 * 1024 * 1024;

/** Returns the text of the lock file of a working directory, or undefined if the file does not exist. */
export function readLockFile(folder: string): string | undefined {
  return readRegularFile(join(folder, LOCK_FILE), MAX_LOCK_BYTES, true);
}

export interface LockedProvider {
  /** Host, namespace and type, such as `registry.terraform.io/hashicorp/null`. */
  readonly address: string;
  readonly version: string;
  /** Version constraints of the configuration. The engine leaves them out if there are none. */
  readonly constraints?: string | undefined;
  readonly hashes: readonly string[];
}

interface Entry extends LockedProvider {
  readonly start: number;
  readonly end: number;
}

/** Comments and texts of HCL. A comment can look like an entry, and a text can look like a comment. */
const COMMENTS_AND_TEXTS = /"(?:[^"\\\n]|\\.)*(?:"|\\?(?=\n|$))|(?:#|\/\/)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

const ENTRY = /^([ \t]*)provider[ \t]+"([^"\n]*)"[ \t]*\{([^{}]*)\}/gm;

/** Returns the entries of a lock file in their order. */
export function lockedProviders(text: string): readonly Entry[] {
  const code = text.replaceAll(COMMENTS_AND_TEXTS, (found) =>
    found.startsWith('"') ? found : found.replaceAll(/[^\n]/g, " "),
  );
  return Array.from(code.matchAll(ENTRY), ({ index, 0: all, 1: indent = "", 2: address = "", 3: body = "" }) => ({
    address,
    version: argument(body, "version") ?? "",
    constraints: argument(body, "constraints"),
    hashes: Array.from(body.matchAll(/"((?:h1|zh):[^"]*)"/g), ([, hash = ""]) => hash),
    start: index + indent.length,
    end: index + all.length,
  }));
}

function argument(body: string, name: string): string | undefined {
  return new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*"([^"]*)"`, "m").exec(body)?.[1];
}

/** Returns the text with one entry added or replaced. All other text stays the same, byte for byte. */
export function withLockedProvider(text: string, provider: LockedProvider): string {
  const eol = endOfLine(text);
  const entry = entryText(provider).replaceAll("\n", eol);
  const entries = lockedProviders(text);
  const own = entries.find(({ address }) => address === provider.address);
  if (own) {
    return text.slice(0, own.start) + entry + text.slice(own.end);
  }
  // The engine sorts the entries by address.
  const next = entries.find(({ address }) => address > provider.address);
  if (next) {
    return text.slice(0, next.start) + entry + eol + eol + text.slice(next.start);
  }
  const engine = provider.address.startsWith("registry.opentofu.org/") ? "tofu" : "terraform";
  return (text === "" ? header(engine) : withEndOfLine(text)) + eol + entry + eol;
}

/** Returns the text without one entry and the empty line next to it. */
export function withoutLockedProvider(text: string, address: string): string {
  const own = lockedProviders(text).find((entry) => entry.address === address);
  if (own === undefined) {
    return text;
  }
  const rest = text.slice(own.end).replace(/^[ \t]*(?:\r?\n){1,2}/, "");
  const before = text.slice(0, own.start);
  return rest === "" ? before.replace(/(\r?\n)\r?\n$/, "$1") : before + rest;
}

/** Returns the first lines of a file that an engine writes. */
function header(engine = "terraform"): string {
  return `# This file is maintained automatically by "${engine} init".\n# Manual edits may be lost in future updates.\n`;
}

function entryText({ address, version, constraints, hashes }: LockedProvider): string {
  return `provider "${address}" {
  version     = "${version}"
${constraints === undefined ? "" : `  constraints = "${constraints}"\n`}  hashes = [
${hashes.map((hash) => `    "${hash}",\n`).join("")}  ]
}`;
}

const NOTE_HEAD = "/* Note for cdktf and cdktn";

export interface RequiredProvider {
  readonly address: string;
  readonly constraints: string;
}

/** Matches a text that ends neither the comment nor a quoted text. */
const ADDRESS = /^[\w.:-]+\/[\w-]+\/[\w-]+$/;
const CONSTRAINTS = /^[\w .,~<>=!+-]+$/;

/**
 * Returns the text with a comment that names providers, in place of an earlier one.
 *
 * `cdktf deploy` and `cdktn deploy` run `terraform providers lock` if the file does not name all required providers.
 * That command asks the registry for every provider, and fails for a provider that is only local. Both tools search the
 * lines of the file for names and constraints, including the comments (docs/internals/terraform-protocol.md 8). The
 * engine ignores comments and selects the versions as usual.
 */
export function withNote(text: string, providers: readonly RequiredProvider[]): string {
  const without = withoutNote(text);
  const named = providers.filter((each) => ADDRESS.test(each.address) && CONSTRAINTS.test(each.constraints));
  if (named.length === 0) {
    return without;
  }
  const entries = named.map((each) => `provider "${each.address}" {\n  constraints = "${each.constraints}"\n}\n`);
  const note = `\n${NOTE_HEAD}: these providers need no "providers lock". "init" selects their versions.\n${entries.join("")}*/\n`;
  return (without === "" ? header() : withEndOfLine(without)) + note.replaceAll("\n", endOfLine(text));
}

/** Returns the text without the note and the empty line before it. */
function withoutNote(text: string): string {
  const start = text.indexOf(NOTE_HEAD);
  const end = start < 0 ? -1 : text.indexOf("*/", start);
  if (end < 0) {
    return text;
  }
  return text.slice(0, start).replace(/\r?\n$/, "") + text.slice(end + 2).replace(/^\r?\n/, "");
}

function withEndOfLine(text: string): string {
  return text.endsWith("\n") ? text : text + endOfLine(text);
}

function endOfLine(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
