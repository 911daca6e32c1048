import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ownValue } from "../../own-values";
import type { SourceLine } from "../report/model";
import { isContainer } from "./concealer";

/** Returns the paths at which two JSON values differ, each joined by dots, in the order of the first value's keys. */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): string[] {
  if (!isContainer(before) || !isContainer(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [path.join(".")];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(ownValue(before, key), ownValue(after, key), [...path, key]));
}

/** Returns the line that declares a resource; undefined if the root module does not declare it. */
export function locateResource(
  folder: string,
  { type, name }: { readonly type: string; readonly name: string },
): SourceLine | undefined {
  const files = readdirSync(folder).filter((file) => /\.(tf|tofu)(\.json)?$/.test(file));
  for (const file of files.sort()) {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    const index = file.endsWith(".json") ? jsonLine(lines, type, name) : hclLine(lines, type, name);
    if (index >= 0) {
      return { file: relative(process.cwd(), join(folder, file)).split(sep).join("/"), line: index + 1 };
    }
  }
  return undefined;
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
