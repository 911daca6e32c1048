import { readFileSync, statSync } from "node:fs";
import { findSourceMap, SourceMap } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { quietly } from "../quietly";

/** Place in a file: an absolute path, and line and column from 1. */
export interface FilePlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Maximum size of a script and of a source map. Reading larger ones would slow down every synthesis. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Returns the place of a frame in the file that the author wrote. The script's source map comes first. Scripts in
 * TypeScript without one run under ts-node and test runners, whose stack traces contain the author's lines. A frame
 * of any other script is in the file that it names. Undefined if the map does not contain the frame.
 * @param formatted the frame in the program's stack traces, such as `at name (file:line:column)`.
 */
export function originalPlace(site: NodeJS.CallSite, formatted: () => string | undefined): FilePlace | undefined {
  const script = site.getFileName();
  const path = pathOf(script ?? "");
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
  if (typeof script !== "string" || path === undefined || line === null || column === null) {
    return undefined;
  }
  const place = { path, line, column };
  const map = mapOf(script, path);
  if (map) {
    return mappedPlace(map, place);
  }
  return (isJavaScript(path) ? undefined : placeIn(formatted() ?? "")) ?? place;
}

function isJavaScript(path: string): boolean {
  return /\.[cm]?js$/.test(path);
}

function mappedPlace(map: SourceMap, { path, line, column }: FilePlace): FilePlace | undefined {
  const entry = map.findEntry(line - 1, column - 1);
  const source = "originalSource" in entry ? pathOf(entry.originalSource, dirname(path)) : undefined;
  if (!("originalSource" in entry) || source === undefined) {
    return undefined;
  }
  return { path: source, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

function placeIn(frame: string): FilePlace | undefined {
  const [, file, line, column] =
    /^at .*? \((.*):(\d+):(\d+)\)$/s.exec(frame) ?? /^at (?:async )?(.*):(\d+):(\d+)$/s.exec(frame) ?? [];
  const path = pathOf(file ?? "");
  return path === undefined ? undefined : { path, line: Number(line), column: Number(column) };
}

/**
 * Returns the absolute path of a script or a source: a path, a `file:` URL, or the `webpack:` URL of a bundle, which is
 * relative to the project. Undefined for scripts of Node, evaluated code and other URLs.
 */
function pathOf(source: string, folder?: string): string | undefined {
  if (source.startsWith("file:")) {
    return quietly(() => fileURLToPath(source));
  }
  const [, bundled] = /^webpack:\/\/[^/]*\/(.+)$/s.exec(source) ?? [];
  if (bundled !== undefined) {
    return resolve(bundled.replace(/\?[^/]*$/, ""));
  }
  if (isAbsolute(source)) {
    return source;
  }
  return folder === undefined || source === "" || /^[a-z][a-z0-9+.-]+:/i.test(source)
    ? undefined
    : resolve(folder, source);
}

/** Source maps by script; null for a script without one. */
const maps = new Map<string, SourceMap | null>();

/**
 * Returns the source map of a script: the one that Node knows (tsx, `--enable-source-maps`), or the one that the
 * compiled script names in its last line, which Node does not read without a flag.
 */
function mapOf(script: string, path: string): SourceMap | null {
  const known = maps.get(script);
  if (known !== undefined) {
    return known;
  }
  const map = findSourceMap(script) ?? (isJavaScript(path) ? readMap(path) : null);
  maps.set(script, map);
  return map;
}

function readMap(script: string): SourceMap | null {
  try {
    const [, address] = /\n\/\/[#@] sourceMappingURL=(\S+)\s*$/.exec(readText(script)) ?? [];
    if (address === undefined) {
      return null;
    }
    const url = new URL(address, pathToFileURL(script));
    const payload = JSON.parse(url.protocol === "data:" ? textOf(url) : readText(fileURLToPath(url)));
    const base = url.protocol === "data:" ? pathToFileURL(script) : url;
    const sources = (payload.sources as string[]).map(
      (source) => new URL(`${payload.sourceRoot ?? ""}${source}`, base).href,
    );
    return new SourceMap({ ...payload, sources });
  } catch {
    // A position is only a help to readers. A map that is missing or broken must not make synthesis fail.
    return null;
  }
}

function readText(path: string): string {
  return statSync(path).size > MAX_BYTES ? "" : readFileSync(path, "utf8");
}

function textOf({ href }: URL): string {
  const [head = "", data = ""] = href.split(/,(.*)/s);
  return head.endsWith(";base64") ? Buffer.from(data, "base64").toString("utf8") : decodeURIComponent(data);
}
