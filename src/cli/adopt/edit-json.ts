import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Node } from "@babel/types";
import { applyEdits, type JSONPath, modify } from "jsonc-parser";
import { jsonIn } from "../../client/json";
import { type DeclaredFields, isObject, isPlainObject } from "../../declaration/field";
import { ownValue } from "../../own-values";
import { readDashboard } from "../../resources/dashboard/from-json/read-dashboard";
import { partOf } from "../engine/concealer";
import type { Obstacle } from "./edit-expression";
import type { ChangedObject, EditResult } from "./edit-object";
import type { ProgramFile } from "./program-file";
import { literalValue, nodesIn, unwrap } from "./syntax";

/** A JSON file of the author: its text and the edits so far. */
export class JsonFile {
  #text: string;

  constructor(
    readonly path: string,
    readonly original: string,
  ) {
    this.#text = original;
  }

  get edited(): string {
    return this.#text;
  }

  get value(): unknown {
    return jsonIn(this.#text);
  }

  /** Sets a value, or removes it if the value is undefined. The rest of the text stays unchanged. */
  set(path: JSONPath, value: unknown, isArrayInsertion = false): void {
    const indentation = /^([ \t]+)\S/m.exec(this.original)?.[1] ?? "  ";
    const formattingOptions = {
      insertSpaces: !indentation.startsWith("\t"),
      tabSize: indentation.length,
      eol: this.original.includes("\r\n") ? "\r\n" : "\n",
    };
    this.#text = applyEdits(this.#text, modify(this.#text, path, value, { formattingOptions, isArrayInsertion }));
  }
}

/** Returns the path of the JSON file that a `fromJson` call reads; undefined if the code does not name one file. */
export function findJsonFile(file: ProgramFile, body: Node | undefined, folder: string): string | undefined {
  const named = body ? jsonNamesIn(file, body) : [];
  const [name] = named;
  if (name === undefined || named.length > 1) {
    return undefined;
  }
  const places = [join(dirname(file.path), name), name].map((each) => normalize(each).replaceAll("\\", "/"));
  return isAbsolute(name) ? undefined : places.find((each) => existsSync(join(folder, each)));
}

/** Returns the names of JSON files in an expression, and in the constants and imports that it uses. */
function jsonNamesIn(file: ProgramFile, body: Node, depth = 3): readonly string[] {
  const names = [...nodesIn(unwrap(body))].flatMap((node): readonly string[] => {
    const text = literalValue(node)?.value;
    if (typeof text === "string" && text.endsWith(".json")) {
      return [text];
    }
    if (node.type !== "Identifier" || depth === 0) {
      return [];
    }
    const module = file.imports.get(node.name)?.module;
    if (module?.endsWith(".json")) {
      return [module];
    }
    const init = file.declaratorOf(node.name)?.init;
    return init ? jsonNamesIn(file, init, depth - 1) : [];
  });
  return [...new Set(names)];
}

/** Edits the JSON file that declares a dashboard. */
export function editJson(changed: ChangedObject, json: JsonFile): EditResult {
  const editor = new JsonEditor(changed, json);
  editor.edit();
  return editor;
}

class JsonEditor implements EditResult {
  readonly edited: string[] = [];
  readonly obstacles: Obstacle[] = [];
  readonly #root: JSONPath;
  readonly #tiles: ReadonlyMap<string, number>;

  constructor(
    private readonly changed: ChangedObject,
    private readonly json: JsonFile,
  ) {
    const { value } = json;
    const envelope = ["data", "result"].find((name) => isObject(value) && isObject(ownValue(value, name)));
    this.#root = envelope === undefined ? [] : [envelope];
    this.#tiles = tilePositions(value);
  }

  edit(): void {
    const { old, wanted } = this.changed;
    const { tiles: oldTiles, ...before } = old;
    const { tiles: wantedTiles, ...after } = wanted;
    this.#editFields(this.#root, before, after, "");
    const [known, now] = [tilesOf(oldTiles), tilesOf(wantedTiles)];
    const removed: number[] = [];
    for (const key of new Set([...Object.keys(known), ...Object.keys(now)])) {
      const [from, to] = [ownValue(known, key), ownValue(now, key)];
      if (!isDeepStrictEqual(from, to)) {
        removed.push(...this.#changeTile(key, from, to));
      }
    }
    // The last tile is removed first, so that the positions of the others do not change.
    for (const index of removed.sort((a, b) => b - a)) {
      this.json.set([...this.#root, "tiles", index], undefined);
    }
  }

  /** Adds or changes a tile. Returns the position of a tile to remove. */
  #changeTile(key: string, from: DeclaredFields | undefined, to: DeclaredFields | undefined): readonly number[] {
    const prop = `tiles.${key}`;
    const index = this.#tiles.get(key);
    if (from === undefined) {
      this.json.set([...this.#root, "tiles", -1], to, true);
      this.edited.push(prop);
      return [];
    }
    if (index === undefined) {
      this.#refuse(prop, "The JSON file does not contain the tile.");
      return [];
    }
    if (to === undefined) {
      this.edited.push(prop);
      return [index];
    }
    this.#editTile(key, index, from, to);
    return [];
  }

  #editTile(key: string, index: number, from: DeclaredFields, to: DeclaredFields): void {
    const path = [...this.#root, "tiles", index];
    const tile = valueAt(this.json.value, path);
    const prop = `tiles.${key}`;
    if (!isObject(tile) || typeof tile.name !== "string" || !isObject(tile.config)) {
      this.#refuse(prop, "The tile has the form of the UI, not of the API. Export the dashboard with a GET request.");
      return;
    }
    if (from.name !== to.name) {
      this.#refuse(`${prop}.name`, "The key of the tile follows from its title, so a new title would be a new tile.");
    }
    this.#editFields(path, { ...from, name: "" }, { ...to, name: "" }, prop);
  }

  /** Changes the parts of an object that differ. A list of another length is replaced. */
  #editFields(path: JSONPath, from: unknown, to: unknown, prop: string): void {
    const lists = Array.isArray(from) && Array.isArray(to) && from.length === to.length;
    const objects = isPlainObject(from) && isPlainObject(to);
    if (!lists && !objects) {
      this.json.set(path, to);
      this.edited.push(prop);
      return;
    }
    const names = new Set([...Object.keys(from as object), ...Object.keys(to as object)]);
    for (const name of names) {
      const [one, other] = [ownValue(from as DeclaredFields, name), ownValue(to as DeclaredFields, name)];
      if (!isDeepStrictEqual(one, other)) {
        const place = lists ? `${prop}[${name}]` : `${prop}.${name}`.replace(/^\./, "");
        this.#editFields([...path, lists ? Number(name) : name], one, other, place);
      }
    }
  }

  #refuse(prop: string, reason: string): void {
    this.obstacles.push({ prop, file: this.json.path, line: 1, reason });
  }
}

function tilesOf(tiles: unknown): Readonly<Record<string, DeclaredFields>> {
  return (tiles ?? {}) as Record<string, DeclaredFields>;
}

/** Returns the position of each tile in the list of a body, by the key that `fromJson` derives. */
function tilePositions(body: unknown): ReadonlyMap<string, number> {
  const reading = { isToken: () => false, unknownFields: "drop", unknownFieldsFix: "", placeText: () => "" } as const;
  try {
    const { tiles } = readDashboard(body, reading, () => undefined);
    return new Map(tiles.map(({ key }, index) => [key, index]));
  } catch {
    return new Map();
  }
}

function valueAt(value: unknown, path: JSONPath): unknown {
  return path.reduce<unknown>((inner, step) => partOf(inner, String(step)), value);
}
