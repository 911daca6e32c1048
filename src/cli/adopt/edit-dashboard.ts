import { isDeepStrictEqual } from "node:util";
import type { Node, ObjectExpression, Expression as SyntaxExpression } from "@babel/types";
import type { Rectangle } from "../../constructs/layout";
import type { DeclaredFields } from "../../declaration/field";
import { ownValue } from "../../own-values";
import type { TileDeclaration } from "../../resources/declarations";
import { object } from "../import/text/expression";
import { tileCall } from "../import/typescript/dashboard";
import { ExpressionEditor, type Obstacle } from "./edit-expression";
import type { ChangedObject, EditContext, EditResult } from "./edit-object";
import { FileScope } from "./file-scope";
import { neededSides, type PlacedTile, placementOf } from "./layout";
import { insertItems, itemsOf, removeItem } from "./list-edits";
import type { ProgramFile } from "./program-file";
import { type CallNode, isCall, propertyName, unwrap } from "./syntax";

type Tiles = Readonly<Record<string, DeclaredFields>>;
type Side = keyof Rectangle;

/** Code of a tile: its expression, and the call that adds it if it is not in the props. */
interface TileCode {
  readonly file: ProgramFile;
  readonly node: Node;
  /** Call of `addTile` or `addRow` around the tile. */
  readonly adding: CallNode | undefined;
}

const SIDES: readonly Side[] = ["x", "y", "w", "h"];

/** Edits the tiles of one dashboard: those in its props and those that its methods add. */
export class DashboardEditor {
  readonly #old: Tiles;
  readonly #wanted: Tiles;
  readonly #list: ObjectExpression | undefined;
  readonly #editors: ExpressionEditor[];
  readonly #obstacles: Obstacle[] = [];
  readonly #edited: string[] = [];

  constructor(
    private readonly changed: ChangedObject,
    private readonly context: EditContext,
    private readonly editor: ExpressionEditor,
    private readonly props: Node,
  ) {
    this.#old = tilesOf(changed.old);
    this.#wanted = tilesOf(changed.wanted);
    this.#list = this.#tilesLiteral();
    this.#editors = [editor];
  }

  get result(): EditResult {
    return {
      edited: [...this.#editors.flatMap(({ edited }) => edited), ...this.#edited],
      obstacles: [...this.#editors.flatMap(({ obstacles }) => obstacles), ...this.#obstacles],
    };
  }

  edit(): void {
    const { tileKeys } = this.changed.construct;
    const wantedKeys = Object.keys(this.#wanted);
    const kept = tileKeys.filter((key) => Object.hasOwn(this.#wanted, key));
    const added = wantedKeys.filter((key) => !Object.hasOwn(this.#old, key)).sort(this.#byPlace);
    const removed = Object.keys(this.#old).filter((key) => !Object.hasOwn(this.#wanted, key));
    const codes = new Map(kept.map((key) => [key, this.#codeOf(key)]));
    const order = [...kept, ...added].map((key): readonly [string, PlacedTile] => [
      key,
      this.#placedTile(key, codes.get(key), added.includes(key)),
    ]);
    const sides = neededSides(new Map(order));
    for (const key of kept) {
      this.#editTile(key, codes.get(key), sides.get(key) ?? new Set());
    }
    for (const key of removed) {
      this.#removeTile(key);
    }
    this.#addTiles(added, sides);
  }

  /** Orders tiles from top left to bottom right. */
  readonly #byPlace = (one: string, other: string): number => {
    const [a, b] = [this.#tile(this.#wanted, one), this.#tile(this.#wanted, other)];
    return a.y - b.y || a.x - b.x;
  };

  #tile(tiles: Tiles, key: string): TileDeclaration {
    return ownValue(tiles, key) as unknown as TileDeclaration;
  }

  #placedTile(key: string, code: TileCode | undefined, isNew: boolean): PlacedTile {
    const tile = this.#tile(this.#wanted, key);
    const isRow = code?.adding !== undefined && methodOf(code.adding) === "addRow";
    const isEditable = isNew || (code !== undefined && !isRow);
    const declared = code && !isRow ? this.#declaredSides(code) : new Set(isNew ? [] : SIDES);
    return { tile, declared, isEditable };
  }

  #editTile(key: string, code: TileCode | undefined, sides: ReadonlySet<Side>): void {
    const [old, wanted] = [ownValue(this.#old, key), ownValue(this.#wanted, key)];
    const declared = code ? this.#declaredSides(code) : new Set<Side>();
    if (!old || !wanted || (isDeepStrictEqual(old, wanted) && sides.size === declared.size)) {
      return;
    }
    const prop = `tiles.${key}`;
    if (!code) {
      this.#refuse(prop, "The code of the tile was not found.");
      return;
    }
    const isRow = code.adding !== undefined && methodOf(code.adding) === "addRow";
    if (isRow && SIDES.some((side) => old[side] !== wanted[side])) {
      this.#obstacles.push({
        prop,
        file: code.file.path,
        line: code.file.lineOf(code.node),
        reason: "A row places the tile, so its position and size stay.",
      });
    }
    const editor = this.#editorFor(code);
    const call = (tile: DeclaredFields, of: ReadonlySet<Side>) =>
      tileCall(editor.scope, { key, tile, placement: isRow ? {} : placementOf(this.#tile({ [key]: tile }, key), of) });
    editor.edit(code.node, call(old, declared), call(wanted, sides), prop);
  }

  #removeTile(key: string): void {
    const { file } = this.editor.scope;
    const prop = `tiles.${key}`;
    const index = this.#list?.properties.findIndex((each) => propertyName(each) === key) ?? -1;
    if (this.#list && index >= 0) {
      removeItem(file, itemsOf(this.#list, this.#list.properties), index);
      this.#edited.push(prop);
      return;
    }
    const code = this.#codeOf(key);
    const statement = code?.adding && code.file.parentOf(code.adding);
    if (!code?.adding || methodOf(code.adding) !== "addTile" || statement?.type !== "ExpressionStatement") {
      this.#refuse(prop, "The server no longer has the tile, and its code cannot be removed.", code);
      return;
    }
    const { file: owner } = code;
    const start = owner.lineStart(statement.start ?? 0);
    const rest = /^[ \t]*(?:\r\n|\n)/.exec(owner.text.slice(statement.end ?? 0))?.[0] ?? "";
    owner.remove(start, (statement.end ?? 0) + rest.length);
    this.#edited.push(prop);
  }

  #addTiles(keys: readonly string[], sides: ReadonlyMap<string, ReadonlySet<Side>>): void {
    if (keys.length === 0) {
      return;
    }
    const { scope } = this.editor;
    const entries = keys.map((key) => {
      const tile = this.#tile(this.#wanted, key);
      const placement = placementOf(tile, sides.get(key) ?? new Set());
      return { key, value: tileCall(scope, { key, tile: tile as unknown as DeclaredFields, placement }) };
    });
    const props = unwrap(this.props);
    if (this.#list) {
      const items = itemsOf(this.#list, this.#list.properties);
      const print = entries.map((entry) => (indentation: string) => scope.printEntry(entry, indentation));
      insertItems(scope.file, items, items.items.length - 1, print);
    } else if (props.type === "ObjectExpression" && !props.properties.some((each) => propertyName(each) === "tiles")) {
      const entry = { key: "tiles", value: object(entries, { isSpread: true }) };
      const items = itemsOf(props, props.properties);
      insertItems(scope.file, items, items.items.length - 1, [(indentation) => scope.printEntry(entry, indentation)]);
    } else {
      for (const key of keys) {
        this.#refuse(`tiles.${key}`, "The tiles are not an object literal, so the new tile cannot be added.");
      }
      return;
    }
    this.#edited.push(...keys.map((key) => `tiles.${key}`));
  }

  #refuse(prop: string, reason: string, code?: TileCode): void {
    const { position } = this.changed.construct;
    const own = code && { file: code.file.path, line: code.file.lineOf(code.node) };
    this.#obstacles.push({ prop, file: position.file, line: position.line, ...own, reason });
  }

  #editorFor({ file, node }: TileCode): ExpressionEditor {
    const editor = new ExpressionEditor(new FileScope(file, this.context.known, node));
    this.#editors.push(editor);
    return editor;
  }

  /** Returns the object literal of the tiles in the props. */
  #tilesLiteral(): ObjectExpression | undefined {
    const { file } = this.editor.scope;
    const props = this.#resolve(file, this.props);
    if (props.type !== "ObjectExpression") {
      return undefined;
    }
    const property = props.properties.find((each) => propertyName(each) === "tiles");
    const value = property?.type === "ObjectProperty" ? this.#resolve(file, property.value) : undefined;
    return value?.type === "ObjectExpression" ? value : undefined;
  }

  /** Follows a constant that is used in one place to its initializer. */
  #resolve(file: ProgramFile, node: Node): Node {
    const found = unwrap(node);
    if (found.type !== "Identifier" || file.usesOf(found.name).length !== 1) {
      return found;
    }
    const init: SyntaxExpression | null | undefined = file.declaratorOf(found.name)?.init;
    return init ? unwrap(init) : found;
  }

  #codeOf(key: string): TileCode | undefined {
    const { file } = this.editor.scope;
    const property = this.#list?.properties.find((each) => propertyName(each) === key);
    if (property?.type === "ObjectProperty") {
      return { file, node: property.value, adding: undefined };
    }
    const { construct } = this.changed;
    const position = construct.tiles.get(key);
    if (!position || this.context.countAt(position) > 1) {
      return undefined;
    }
    const owner = this.context.program.open(position.file);
    const call = typeof owner === "string" ? undefined : owner.callAt(position.line, position.column);
    if (typeof owner === "string" || !call) {
      return undefined;
    }
    const adding = [...owner.parentsOf(call)].filter(isCall).find((each) => /^add(Tile|Row)$/.test(methodOf(each)));
    return { file: owner, node: call, adding };
  }

  /** Returns the parts of the position and size that the code of a tile contains. */
  #declaredSides({ file, node }: TileCode): ReadonlySet<Side> {
    const call = this.#resolve(file, node);
    const props = isCall(call) && call.arguments[0] ? this.#resolve(file, call.arguments[0]) : call;
    if (props.type !== "ObjectExpression") {
      return new Set();
    }
    const names = props.properties.map(propertyName);
    return new Set(SIDES.filter((side) => names.includes(side)));
  }
}

function tilesOf({ tiles = {} }: DeclaredFields): Tiles {
  return tiles as Tiles;
}

function methodOf({ callee }: CallNode): string {
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : "";
}
