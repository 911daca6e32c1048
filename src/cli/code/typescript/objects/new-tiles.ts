import type { Node } from "@babel/types";
import { ownValue } from "../../../../own-values";
import type { TileDeclaration } from "../../../../resources/declarations";
import type { Side } from "../../../project/placed-constructs";
import { addedProp } from "../../edits/edit-result";
import { insertItems } from "../../edits/list-edits";
import { type CodeText, codeText } from "../../text/code-text";
import { call, type Entry, literal, object } from "../../text/expression";
import type { FileScope } from "../edit/file-scope";
import { insertStatement, statementOf } from "../edit/statements";
import { itemsOf, propertyName } from "../edit/typescript-syntax";
import type { DashboardCode, DeclaredTiles } from "./dashboard-code";
import { isAddedByArea, keysInArea, tileExpression } from "./tile-code";

/** Place in the code for a new tile. */
type NewPlace =
  | { readonly kind: "list" | "prop" | "none" }
  | {
      readonly kind: "statement";
      /** The new statement follows this one. */
      readonly statement: Node;
      /** Object whose method adds the tile. */
      readonly receiver: CodeText;
      /** True if the receiver is the container or tab of the tile. */
      readonly isArea: boolean;
    };

/** Adds the code of new tiles: to the list in the props, or as calls of `addTile`. */
export class NewTiles {
  readonly #places = new Map<string, NewPlace>();
  readonly #order: string[];

  /** @param kept keys of the other tiles in the order of the program */
  constructor(
    private readonly code: DashboardCode,
    private readonly scope: FileScope,
    private readonly tiles: DeclaredTiles,
    kept: readonly string[],
  ) {
    this.#order = [...kept];
  }

  /** Keys of the tiles for which the code has no place. */
  get refused(): readonly string[] {
    return [...this.#places].flatMap(([key, { kind }]) => (kind === "none" ? [key] : []));
  }

  /** Finds a place for each new tile. Returns the keys of all tiles in the order of the new program. */
  placeAll(keys: readonly string[]): readonly string[] {
    for (const key of keys) {
      const { place, after } = this.#findPlace(this.#tile(key));
      this.#places.set(key, place);
      if (place.kind !== "none") {
        this.#order.splice(after === undefined ? 0 : this.#order.indexOf(after) + 1, 0, key);
      }
    }
    return this.#order;
  }

  #tile(key: string): TileDeclaration {
    return ownValue(this.tiles, key) as unknown as TileDeclaration;
  }

  #findPlace(tile: TileDeclaration): { readonly place: NewPlace; readonly after: string | undefined } {
    const { code } = this;
    const inArea = keysInArea(this.tiles, tile);
    const byArea = this.#order.filter((key) => inArea.includes(key) && isAddedByArea(code, key));
    const adding = code.lastAdding(byArea);
    const isRoot = tile.containerId === undefined;
    if (adding && !(isRoot && code.list)) {
      const { statement, receiver } = adding;
      return { place: { kind: "statement", statement, receiver, isArea: true }, after: this.#lastOf(statement) };
    }
    if (code.list) {
      const listed = code.list.properties.map(propertyName);
      const after = this.#order.findLast((key) => listed.includes(key) || this.#places.get(key)?.kind === "list");
      return { place: { kind: "list" }, after };
    }
    const { props } = code;
    const hasTiles = props?.type !== "ObjectExpression" || props.properties.some((each) => isMaybe(each, "tiles"));
    const rootKeys = this.#order.filter((key) => keysInArea(this.tiles, {}).includes(key) && isAddedByArea(code, key));
    const root = code.lastAdding(rootKeys);
    if (root) {
      const { statement, receiver } = root;
      return { place: { kind: "statement", statement, receiver, isArea: false }, after: this.#lastOf(statement) };
    }
    if (!hasTiles) {
      return { place: { kind: "prop" }, after: this.#order.findLast((key) => this.#places.get(key)?.kind === "prop") };
    }
    return this.#afterDashboard();
  }

  /** Returns the place after the statement that creates the dashboard. */
  #afterDashboard(): { readonly place: NewPlace; readonly after: string | undefined } {
    const { code } = this;
    const statement = statementOf(code.file, code.created);
    const isNamed = statement && code.created.callee.type !== "Super";
    const receiver = isNamed ? code.ownName : codeText`this`;
    if (!statement || receiver === undefined) {
      return { place: { kind: "none" }, after: undefined };
    }
    const after = this.#order.findLast((key) => code.editableTile(key)?.adding === undefined);
    return { place: { kind: "statement", statement, receiver, isArea: false }, after };
  }

  /** Returns the last tile that a statement or a new statement after it adds. */
  #lastOf(statement: Node): string | undefined {
    return this.#order.findLast((key) => {
      const place = this.#places.get(key);
      const adding = this.code.editableTile(key)?.adding;
      return place?.kind === "statement"
        ? place.statement === statement
        : adding !== undefined && statementOf(this.code.file, adding) === statement;
    });
  }

  /** Writes the code. Returns the edited props. */
  write(sides: ReadonlyMap<string, ReadonlySet<Side>>): readonly string[] {
    const { file } = this.scope;
    const added = this.#order.filter((key) => this.#places.has(key));
    const entryOf = (key: string): Entry => ({ key, value: this.#callOf(key, sides, false) });
    const inList = added.filter((key) => this.#places.get(key)?.kind === "list").map(entryOf);
    const asProp = added.filter((key) => this.#places.get(key)?.kind === "prop").map(entryOf);
    if (this.code.list && inList.length > 0) {
      const items = itemsOf(this.code.list);
      const print = inList.map((entry) => (indentation: string) => this.scope.printEntry(entry, indentation));
      insertItems(file, items, items.items.length - 1, print);
    }
    const { props } = this.code;
    if (props?.type === "ObjectExpression" && asProp.length > 0) {
      const entry = { key: "tiles", value: object(asProp, { isSpread: true }) };
      const items = itemsOf(props);
      insertItems(file, items, items.items.length - 1, [(indentation) => this.scope.printEntry(entry, indentation)]);
    }
    for (const key of added) {
      const place = this.#places.get(key);
      if (place?.kind === "statement") {
        const tile = this.#callOf(key, sides, place.isArea);
        const statement = call(codeText`${place.receiver}.addTile`, literal(key), tile);
        insertStatement(file, place.statement, (indentation) => this.scope.print(statement, indentation));
      }
    }
    return added.map((key) => addedProp(`tiles.${key}`));
  }

  #callOf(key: string, sides: ReadonlyMap<string, ReadonlySet<Side>>, isArea: boolean) {
    return tileExpression(this.scope, key, this.#tile(key), { sides: sides.get(key), isInArea: isArea });
  }
}

/** Returns true for a property with the name, and for one whose name the code does not show. */
function isMaybe(property: Node, name: string): boolean {
  const own = propertyName(property);
  return own === name || own === undefined;
}
