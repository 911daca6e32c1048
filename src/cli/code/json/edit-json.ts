import { isDeepStrictEqual } from "node:util";
import type { JSONPath } from "jsonc-parser";
import { type DeclaredFields, isObject } from "../../../declaration/field";
import { ownValue } from "../../../own-values";
import { readDashboard } from "../../../resources/dashboard/from-json/read-dashboard";
import { partOf } from "../../engine/concealer";
import type { EditedFile } from "../../project/author-files";
import type { ChangedObject } from "../edits/changed-objects";
import { addedProp, type EditResult, removedProp } from "../edits/edit-result";
import { insertItems, removeItem } from "../edits/list-edits";
import { type Expression, literal } from "../text/expression";
import { JsonEditor, JsonFile } from "./json-file";

/** The JSON file that declares a dashboard, and its edits. */
export class DashboardJson implements EditedFile {
  edited: string;

  constructor(
    readonly path: string,
    readonly original: string,
  ) {
    this.edited = original;
  }

  edit(changed: ChangedObject): EditResult {
    const file = new JsonFile(this.path, this.edited);
    const editor = new BodyEditor(changed, file);
    const positions = editor.editBody();
    this.edited = file.edited;
    if (editor.edited.length > 0) {
      this.#keepKeys(editor.root, positions);
    }
    return editor;
  }

  /** Adds the keys that no longer follow from the titles of the tiles. */
  #keepKeys(root: JSONPath, positions: ReadonlyMap<string, number>): void {
    const file = new JsonFile(this.path, this.edited);
    const derived = tilePositions(file.value);
    for (const [key, index] of positions) {
      const tile = derived.get(key) === index ? undefined : file.nodeAt([...root, "tiles", index]);
      if (tile) {
        new JsonEditor(file).edit(tile, literal({}), literal({ key }), "");
      }
    }
    this.edited = file.edited;
  }
}

class BodyEditor extends JsonEditor {
  /** Path of the dashboard. The API puts it in an envelope. */
  readonly root: JSONPath;

  constructor(
    private readonly changed: ChangedObject,
    file: JsonFile,
  ) {
    super(file);
    const envelope = ["data", "result"].find((name) => isObject(partOf(file.value, name)));
    this.root = envelope === undefined ? [] : [envelope];
  }

  /** Returns the new positions of the tiles by key. */
  editBody(): ReadonlyMap<string, number> {
    const [{ tiles: oldTiles, ...old }, { tiles: wantedTiles, ...wanted }] = [this.changed.old, this.changed.wanted];
    const body = this.file.nodeAt(this.root);
    if (body) {
      this.edit(body, jsonLiteral(old), jsonLiteral(wanted), "");
    }
    const [known, now] = [tilesOf(oldTiles), tilesOf(wantedTiles)];
    const keys = [...tilePositions(this.file.value).keys()];
    const removed = Object.keys(known).filter((key) => !Object.hasOwn(now, key) && !this.#refusesRemoval(key));
    const added = Object.keys(now).filter((key) => !Object.hasOwn(known, key));
    for (const [key, to] of Object.entries(now)) {
      const from = ownValue(known, key);
      if (from && !isDeepStrictEqual(from, to)) {
        this.#editTile(`tiles.${key}`, keys.indexOf(key), from, to);
      }
    }
    const node = this.file.nodeAt([...this.root, "tiles"]);
    const list = node && this.listAt(node);
    if (list) {
      for (const key of removed.filter((each) => keys.includes(each))) {
        removeItem(this.file, list, keys.indexOf(key));
        this.edited.push(removedProp(`tiles.${key}`));
      }
      const print = added.map((key) => this.printItem(jsonLiteral(now[key])));
      insertItems(this.file, list, list.items.length - 1, print);
      this.edited.push(...added.map((key) => addedProp(`tiles.${key}`)));
    }
    return new Map([...keys.filter((key) => !removed.includes(key)), ...added].map((key, index) => [key, index]));
  }

  /** Returns true for a tile to which other objects refer. */
  #refusesRemoval(key: string): boolean {
    const users = this.changed.construct.references.get(key)?.join(", ");
    if (users !== undefined) {
      const reason = `The server no longer has the tile. ${users} refers to it. Remove the code of both.`;
      this.refuse(FILE, `tiles.${key}`, reason);
    }
    return users !== undefined;
  }

  #editTile(prop: string, index: number, from: DeclaredFields, to: DeclaredFields): void {
    const path = [...this.root, "tiles", index];
    const node = this.file.nodeAt(path);
    const tile = path.reduce<unknown>((inner, step) => partOf(inner, String(step)), this.file.value);
    if (!node) {
      this.refuse(FILE, prop, "The JSON file does not contain the tile.");
    } else if (!isObject(tile) || typeof tile.name !== "string" || !isObject(tile.config)) {
      const reason = "The tile has the form of the UI, not of the API. Export the dashboard with a GET request.";
      this.refuse(FILE, prop, reason);
    } else {
      this.edit(node, jsonLiteral(from), jsonLiteral(to), prop);
    }
  }
}

/** Place of a change that no code declares. */
const FILE = { start: 0 };

type DeclaredTiles = Readonly<Record<string, DeclaredFields>>;

function tilesOf(tiles: unknown): DeclaredTiles {
  return (tiles ?? {}) as DeclaredTiles;
}

function jsonLiteral(value: unknown): Expression {
  return literal(value, { keepsNull: true });
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
