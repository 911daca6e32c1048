import { isDeepStrictEqual } from "node:util";
import type { JSONPath } from "jsonc-parser";
import { type DeclaredFields, isObject, isPlainObject } from "../../../declaration/field";
import { ownValue } from "../../../own-values";
import { readDashboard } from "../../../resources/dashboard/from-json/read-dashboard";
import { partOf } from "../../engine/concealer";
import type { ChangedObject } from "../edits/changed-objects";
import { addedProp, type EditResult, type Obstacle, removedProp } from "../edits/edit-result";
import { listChanges } from "../edits/list-changes";
import type { JsonFile } from "./json-file";

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
    const positions = this.#removeTiles(Object.keys(known).filter((key) => !Object.hasOwn(now, key)));
    for (const [key, to] of Object.entries(now)) {
      const from = ownValue(known, key);
      const index = positions.get(key);
      if (from === undefined) {
        positions.set(key, positions.size);
        this.json.set([...this.#root, "tiles", -1], to, true);
        this.edited.push(addedProp(`tiles.${key}`));
      } else if (!isDeepStrictEqual(from, to) && index === undefined) {
        this.#refuse(`tiles.${key}`, "The JSON file does not contain the tile.");
      } else if (!isDeepStrictEqual(from, to) && index !== undefined) {
        this.#editTile(key, index, from, to);
      }
    }
    this.#keepKeys(positions);
  }

  /** Removes tiles. Returns the positions of the other tiles. */
  #removeTiles(removed: readonly string[]): Map<string, number> {
    const references = this.changed.construct.references;
    const inUse = removed.filter((key) => references.has(key));
    for (const key of inUse) {
      const reason = `The server no longer has the tile. ${references.get(key)?.join(", ")} refers to it. Remove the code of both.`;
      this.#refuse(`tiles.${key}`, reason);
    }
    const keys = [...this.#tiles].sort(([, a], [, b]) => a - b).map(([key]) => key);
    const own = removed.filter((key) => keys.includes(key) && !inUse.includes(key));
    for (const key of own.sort((a, b) => keys.indexOf(b) - keys.indexOf(a))) {
      this.json.set([...this.#root, "tiles", keys.indexOf(key)], undefined);
      this.edited.push(removedProp(`tiles.${key}`));
    }
    return new Map(keys.filter((key) => !own.includes(key)).map((key, index) => [key, index]));
  }

  /** Adds the keys that no longer follow from the titles of the tiles. */
  #keepKeys(positions: ReadonlyMap<string, number>): void {
    if (this.edited.length === 0) {
      return;
    }
    const derived = tilePositions(this.json.value);
    for (const [key, index] of positions) {
      if (derived.get(key) !== index) {
        this.json.set([...this.#root, "tiles", index, "key"], key);
      }
    }
  }

  #editTile(key: string, index: number, from: DeclaredFields, to: DeclaredFields): void {
    const path = [...this.#root, "tiles", index];
    const tile = valueAt(this.json.value, path);
    const prop = `tiles.${key}`;
    if (!isObject(tile) || typeof tile.name !== "string" || !isObject(tile.config)) {
      this.#refuse(prop, "The tile has the form of the UI, not of the API. Export the dashboard with a GET request.");
      return;
    }
    this.#editFields(path, from, to, prop);
  }

  /** Changes the parts of an object and the elements of a list that differ. */
  #editFields(path: JSONPath, from: unknown, to: unknown, prop: string): void {
    if (Array.isArray(from) && Array.isArray(to)) {
      this.#editLists(path, from, to, prop);
      return;
    }
    if (!isPlainObject(from) || !isPlainObject(to)) {
      this.json.set(path, to);
      this.edited.push(prop);
      return;
    }
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const [one, other] = [ownValue(from, name), ownValue(to, name)];
      if (!isDeepStrictEqual(one, other)) {
        this.#editFields([...path, name], one, other, `${prop}.${name}`.replace(/^\./, ""));
      }
    }
  }

  /** Edits a list whose elements in the file may have other forms, such as names instead of ids. */
  #editLists(path: JSONPath, from: readonly unknown[], to: readonly unknown[], prop: string): void {
    const present = valueAt(this.json.value, path);
    if (isDeepStrictEqual(present, from)) {
      this.#editList(path, from, to, prop);
    } else if (Array.isArray(present) && present.length !== from.length) {
      this.#refuse(prop, "The list in the JSON file has other elements than the dashboard.");
    } else if (from.length !== to.length) {
      this.json.set(path, to);
      this.edited.push(prop);
    } else {
      for (const [index, value] of to.entries()) {
        if (!isDeepStrictEqual(from[index], value)) {
          this.#editFields([...path, index], from[index], value, `${prop}[${index}]`);
        }
      }
    }
  }

  /** Edits the elements that differ, from the last one, so that the positions of the others do not change. */
  #editList(path: JSONPath, from: readonly unknown[], to: readonly unknown[], prop: string): void {
    for (const change of [...listChanges(from, to, isDeepStrictEqual)].reverse()) {
      if (change.kind === "insert") {
        for (const value of change.values.toReversed()) {
          this.json.set([...path, change.after + 1], value, true);
        }
        this.edited.push(prop);
      } else if (change.kind === "remove") {
        this.json.set([...path, change.index], undefined);
        this.edited.push(removedProp(`${prop}[${change.index}]`));
      } else {
        this.#editFields([...path, change.index], from[change.index], change.value, `${prop}[${change.index}]`);
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
  const reading = {
    isToken: () => false,
    unknownFields: "drop",
    unknownFieldsFix: "",
    contentCode: "",
    placeText: () => "",
  } as const;
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
