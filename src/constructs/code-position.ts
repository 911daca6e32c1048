import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { Token } from "./framework";
import { type FilePlace, originalPlace } from "./source-maps";

/** Line of the author's program that creates a construct or a tile. */
export interface CodePosition {
  /** Relative to the folder in which the program runs, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Name of the positions in the block of a resource. They are below `//`, which engines ignore, next to the metadata of
 * cdktf.
 */
export const POSITIONS = "clickstack";

/** Positions of a construct as `file:line:column`, and of the tiles of a dashboard by key. */
export interface PositionMetadata {
  readonly source?: string;
  readonly tiles?: Readonly<Record<string, string>>;
  /** Tiles of a dashboard in the order of the program, if the automatic layout places some of them. */
  readonly layout?: readonly LayoutEntry[];
}

/** A tile as `key` or `key:xywh`, with the declared parts of its position and size; or the tiles of a row from left to right. */
export type LayoutEntry = string | { readonly row: readonly string[]; readonly height?: number };

const positions = new WeakMap<object, string>();

/**
 * Records the line of the author's program that called this package.
 * @param owner object that gets the position
 * @param original object that the owner is a copy of. The owner gets its position.
 */
export function recordPosition(owner: object, original?: object): void {
  const text = (original && positions.get(original)) ?? findPositionText();
  if (text !== undefined) {
    positions.set(owner, text);
  }
}

function findPositionText(): string | undefined {
  const position = findPosition();
  const text = position && `${position.file}:${position.line}:${position.column}`;
  return Token.isUnresolved(text) ? undefined : text;
}

/**
 * Returns the recorded line of an object as `file:line`, or undefined.
 * @param owner undefined for the line of the program that called this package
 */
export function codeLineOf(owner: object | undefined): string | undefined {
  const text = owner === undefined ? findPositionText() : positions.get(owner);
  return text?.replace(/:\d+$/, "");
}

/** Returns the block of positions for the metadata of a resource; an empty object without positions. */
export function positionMetadata(
  owner: object,
  tiles: Iterable<readonly [string, object]> = [],
  layout: readonly LayoutEntry[] = [],
): { readonly [POSITIONS]?: PositionMetadata } {
  const source = positions.get(owner);
  const tilePositions = [...tiles].flatMap(([key, tile]) => {
    const position = positions.get(tile);
    return position === undefined || position === source ? [] : [[key, position] as const];
  });
  if (source === undefined && tilePositions.length === 0) {
    return {};
  }
  return {
    [POSITIONS]: {
      ...(source !== undefined && { source }),
      ...(tilePositions.length > 0 && { tiles: Object.fromEntries(tilePositions) }),
      ...(layout.length > 0 && { layout }),
    },
  };
}

/** Reads a recorded position. Undefined for other values, such as absolute paths. */
export function readPosition(text: unknown): CodePosition | undefined {
  const [, file = "", line, column] = typeof text === "string" ? (/^(.+):(\d{1,9}):(\d{1,9})$/s.exec(text) ?? []) : [];
  if (file === "" || file.includes("\0") || /^(?:[\\/]|[a-z]:)/i.test(file)) {
    return undefined;
  }
  return { file, line: Number(line), column: Number(column) };
}

/** Numbers of frames to capture: enough for most programs, and for programs with libraries around this package. */
const FRAMES = [16, 100];

/** Returns the innermost frame of the author's code: outside of libraries, of this package and of Node. */
function findPosition(): CodePosition | undefined {
  for (const limit of FRAMES) {
    const position = findPositionIn(captureStack(limit));
    if (position) {
      return position;
    }
  }
  return undefined;
}

function findPositionIn({ sites, formatted }: Stack): CodePosition | undefined {
  const [here] = sites;
  const script = here?.getFileName();
  if (!here || typeof script !== "string") {
    return undefined;
  }
  const isBundled = !MODULE_FILE.test(script);
  const own = isBundled ? originalPlace(here, () => formatted(0))?.path : script;
  const ownFolder = own !== undefined && MODULE_FILE.test(own) ? dirname(dirname(own)) : undefined;
  for (const [index, site] of sites.entries()) {
    const file = site.getFileName();
    // Without a source map, the author's code in a bundle looks like the code of this package.
    if (!file || isLibrary(file, ownFolder) || (isBundled && file === script && ownFolder === undefined)) {
      continue;
    }
    const place = originalPlace(site, () => formatted(index));
    const position = place && !isLibrary(place.path, ownFolder) ? toPosition(place) : undefined;
    if (position) {
      return position;
    }
  }
  return undefined;
}

/** Name of this file, compiled or not. A bundle contains this code in a file with another name. */
const MODULE_FILE = /[\\/]code-position\.[jt]s$/;

function isLibrary(file: string, ownFolder: string | undefined): boolean {
  return /[\\/]node_modules[\\/]/.test(file) || (ownFolder !== undefined && file.startsWith(ownFolder + sep));
}

/** Frames of a call, innermost first. */
interface Stack {
  readonly sites: readonly NodeJS.CallSite[];
  /** Returns a frame as a stack trace of the program contains it, such as `at name (file:line:column)`. */
  formatted(index: number): string | undefined;
}

/** Returns the frames of the caller. There are none if the program does not allow changes of `Error`. */
function captureStack(limit: number): Stack {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const raw: { stack?: unknown } = {};
  const text: { stack?: unknown } = {};
  Reflect.set(Error, "stackTraceLimit", limit);
  Error.captureStackTrace(raw);
  Error.captureStackTrace(text); // Formatted at the first access.
  Reflect.set(Error, "prepareStackTrace", (_: Error, sites: NodeJS.CallSite[]) => sites);
  const stack = raw.stack;
  Reflect.set(Error, "prepareStackTrace", prepareStackTrace);
  Reflect.set(Error, "stackTraceLimit", stackTraceLimit);
  const sites = Array.isArray(stack) ? stack : [];
  return {
    sites,
    formatted: (index) => {
      const [, ...frames] = String(text.stack).split(/\n {4}(?=at )/);
      return frames.length === sites.length ? frames[index] : undefined;
    },
  };
}

/** Returns a position relative to the folder in which the program runs, which is equal on all machines. */
function toPosition({ path, line, column }: FilePlace): CodePosition | undefined {
  const folder = process.cwd();
  const file = relative(folder, path);
  if (file === "" || isAbsolute(file) || !isInWorkspace(file, folder)) {
    return undefined;
  }
  return { file: file.split(sep).join("/"), line, column };
}

/** Files that mark the folder of a repository or of a package. */
const WORKSPACE_FILES = [".git", "package.json", "pnpm-workspace.yaml"];

/** Searched folders. The value is true if the folder, or a folder above it, contains such a file. */
const workspaces = new Map<string, boolean>();

/**
 * Returns true for a file of the program's folder, and of a package in the same repository. The path of any other file
 * would depend on the machine.
 */
export function isInWorkspace(file: string, folder: string): boolean {
  const ups = file.split(/[\\/]/).filter((each) => each === "..").length;
  return ups === 0 || isBelowWorkspace(resolve(folder, "../".repeat(ups)));
}

/** Returns true for a folder that is in a repository or a package. */
function isBelowWorkspace(folder: string): boolean {
  const parent = dirname(folder);
  const isWorkspace =
    workspaces.get(folder) ??
    (WORKSPACE_FILES.some((each) => existsSync(join(folder, each))) || (parent !== folder && isBelowWorkspace(parent)));
  workspaces.set(folder, isWorkspace);
  return isWorkspace;
}
