import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { jsonIn } from "../../client/json";
import { POSITIONS, readPosition } from "../../constructs/source-position";
import { type ApiFields, isFields } from "../../drawing";
import { ownValue } from "../../own-values";
import type { SourceLine } from "../report/model";
import { lineUrl } from "./repository-links";

/** A resource of the root module, by its type and name in the configuration. */
interface DeclaredName {
  readonly type: string;
  readonly name: string;
  readonly module_address?: string;
}

/** File of a configuration with its lines, and its content in JSON. */
interface ConfigurationFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly json?: ApiFields;
}

/**
 * Lines that declare the resources of a stack: of the author's program, or of the configuration for HCL and for
 * programs without recorded positions. Reads the stack's folder on first use.
 */
export class SourceLines {
  #files: readonly ConfigurationFile[] | undefined;

  constructor(private readonly folder: string) {}

  /** Returns the line that declares the resource with an address, such as `clickstack_alert.errors["a"]`. */
  findAddress(address: string): SourceLine | undefined {
    const [, type, name] = /^(\w+)\.([\w-]+)(?:\[.*\])?$/s.exec(address) ?? [];
    return type === undefined || name === undefined ? undefined : this.find({ type, name });
  }

  /** Returns the line that declares a resource; undefined if the root module does not declare it. */
  find(resource: DeclaredName): SourceLine | undefined {
    if (resource.module_address !== undefined) {
      return undefined;
    }
    this.#files ??= readConfiguration(this.folder);
    for (const each of this.#files) {
      const found = this.#lineIn(each, resource);
      if (found) {
        const url = lineUrl(found.file, found.line);
        return { ...found, ...(url !== undefined && { url }) };
      }
    }
    return undefined;
  }

  #lineIn({ path, lines, json }: ConfigurationFile, { type, name }: DeclaredName): SourceLine | undefined {
    const recorded = json && this.#recordedLine(json, type, name);
    if (recorded) {
      return recorded;
    }
    const index = json ? jsonLine(lines, type, name) : hclLine(lines, type, name);
    return index < 0 ? undefined : { file: shownPath(path), line: index + 1 };
  }

  /** Returns the position that synthesis recorded in the metadata of a resource. */
  #recordedLine(json: ApiFields, type: string, name: string): SourceLine | undefined {
    const path = ["resource", type, name, "//", POSITIONS, "source"];
    const position = readPosition(
      path.reduce<unknown>((value, key) => (isFields(value) ? ownValue(value, key) : undefined), json),
    );
    return position && { ...position, file: shownPath(join(this.#programFolder(position.file), position.file)) };
  }

  /** Returns the folder in which the program ran: the one that contains the output folder, unless that is elsewhere. */
  #programFolder(file: string): string {
    const [usual = ".", ...others] = [resolve(this.folder, "../../.."), process.cwd()];
    return [usual, ...others].find((folder) => existsSync(join(folder, file))) ?? usual;
  }
}

function readConfiguration(folder: string): readonly ConfigurationFile[] {
  const names = readdirSync(folder).filter((file) => /\.(tf|tofu)(\.json)?$/.test(file));
  return names.sort().map((name) => {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    const json = name.endsWith(".json") ? jsonIn(text) : undefined;
    return { path, lines: text.split("\n"), ...(name.endsWith(".json") && { json: isFields(json) ? json : {} }) };
  });
}

function shownPath(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}

function hclLine(lines: readonly string[], type: string, name: string): number {
  return lines.findIndex((line) => {
    const [, ofType, ofName] = /^\s*resource\s+"?([\w-]+)"?\s+"?([\w-]+)"?/.exec(line) ?? [];
    return ofType === type && ofName === name;
  });
}

/** Synthesized JSON has one key per line. */
function jsonLine(lines: readonly string[], type: string, name: string): number {
  const resources = lines.findIndex((line) => /^\s*"resource":/.test(line));
  const ofType = lines.findIndex((line, index) => index > resources && line.trimStart().startsWith(`"${type}":`));
  if (resources < 0 || ofType < 0) {
    return -1;
  }
  return lines.findIndex((line, index) => index > ofType && line.trimStart().startsWith(`"${name}":`));
}
