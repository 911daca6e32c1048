import { isDeepStrictEqual } from "node:util";
import type { Node, ObjectExpression } from "@babel/types";
import { ownValue } from "../../../../own-values";
import type { TileDeclaration } from "../../../../resources/declarations";
import { SIDES, type Side } from "../../../project/placed-constructs";
import type { ChangedObject } from "../../edits/changed-objects";
import { addedProp, type EditResult, type Obstacle, removedProp } from "../../edits/edit-result";
import { insertItems, removeItem } from "../../edits/list-edits";
import { inReadingOrder } from "../../model/placed-model";
import { codeText } from "../../text/code-text";
import { call, type Entry, literal, object } from "../../text/expression";
import { ExpressionEditor, findObstacle } from "../edit/edit-expression";
import { FileScope } from "../edit/file-scope";
import type { EditContext } from "../edit/program";
import type { ProgramFile } from "../edit/program-file";
import { insertStatement, removeStatement } from "../edit/statements";
import { type CallNode, isCall, itemsOf, methodOf, propertyName } from "../edit/typescript-syntax";
import { DashboardCode, type DeclaredTiles } from "./dashboard-code";
import { propsOf } from "./object-props";
import { isMoved, layOut, type TileToLayOut, tileExpression } from "./tile-places";

/** Edits the props of a dashboard, and its tiles: those in the props and those that its methods add. */
export function editDashboard(
  changed: ChangedObject,
  context: EditContext,
  file: ProgramFile,
  created: CallNode,
): EditResult {
  const editor = new DashboardEditor(changed, context, new DashboardCode(file, created, changed.construct, context));
  editor.editFields();
  editor.editTiles();
  return editor;
}

/** Methods of a dashboard that add items to a list of its props. */
const ADDING = { filters: "addFilter", containers: "addContainer" };

const ROW = "A row places the tile, so its position and size stay. Change them in the code.";
const AREA = "A container or tab adds the tile, so its place stays. Move the tile in the code.";
const REMOVED = "The server no longer has the tile.";

class DashboardEditor implements EditResult {
  readonly edited: string[] = [];
  readonly obstacles: Obstacle[] = [];
  readonly #old: DeclaredTiles;
  readonly #wanted: DeclaredTiles;
  readonly #scope: FileScope;

  constructor(
    private readonly changed: ChangedObject,
    private readonly context: EditContext,
    private readonly code: DashboardCode,
  ) {
    this.#old = (changed.old.tiles ?? {}) as DeclaredTiles;
    this.#wanted = (changed.wanted.tiles ?? {}) as DeclaredTiles;
    this.#scope = new FileScope(code.file, context.known, code.created, code.namesIn(this.#old));
  }

  /** Edits the props except the tiles. A list stays if calls add items to it. */
  editFields(): void {
    const { old } = this.changed;
    const wanted: Record<string, unknown> = { ...this.changed.wanted };
    for (const [prop, method] of Object.entries(ADDING)) {
      const call = this.code.findCall(method);
      if (call && !isDeepStrictEqual(old[prop], wanted[prop])) {
        this.#refuse(call, prop, `Calls of ${method} add values to this list. Change them in the code.`);
        wanted[prop] = old[prop];
      }
    }
    const [before, after] = [old, wanted].map((fields) => propsOf(this.#scope, "dashboard", fields));
    if (this.code.props && before && after) {
      new ExpressionEditor(this.#scope, this).edit(this.code.props, before, after, "");
    }
  }

  editTiles(): void {
    const { layout } = this.changed.construct;
    const kept = [...layout.keys()].filter((key) => Object.hasOwn(this.#wanted, key) || !this.#removeTile(key));
    const wanted = Object.keys(inReadingOrder({ ...this.changed.wanted, tiles: this.#wanted }));
    const added = wanted.filter((key) => !Object.hasOwn(this.#old, key));
    const insert = this.#placeForTiles();
    if (!insert && added.length > 0) {
      const reason = "The code has no place for a new tile: neither a list of tiles nor a name of the dashboard.";
      this.#refuse(this.code.created, added.map((key) => `tiles.${key}`).join(", "), reason);
    }
    const placed = insert ? added : [];
    // New tiles follow the last tile in the props, or the last tile of all.
    const listed = this.code.list?.properties.map(propertyName);
    const after = kept.findLastIndex((key) => listed?.includes(key) ?? true);
    const order = kept.toSpliced(after + 1, 0, ...placed);
    const stuck = kept.flatMap((key) => {
      const reason = this.#findPlaceObstacle(key);
      return reason === undefined ? [] : [[key, reason] as const];
    });
    const { sides, refused } = layOut(new Map(order.map((key) => [key, this.#tileToLayOut(key)])), new Map(stuck));
    for (const key of kept) {
      this.#editTile(key, sides.get(key), refused.get(key));
    }
    const entries = placed.map((key): Entry => {
      const tile = tileIn(this.#wanted, key) as TileDeclaration;
      return { key, value: tileExpression(this.#scope, key, tile, sides.get(key)) };
    });
    if (entries.length > 0) {
      insert?.(entries);
    }
    this.edited.push(...placed.map((key) => addedProp(`tiles.${key}`)));
  }

  #tileToLayOut(key: string): TileToLayOut {
    const place = this.changed.construct.layout.get(key);
    const old = tileIn(this.#old, key);
    // A tile whose code cannot be removed stays.
    const wanted = (tileIn(this.#wanted, key) ?? old) as TileDeclaration;
    const isEditable = old === undefined || "node" in this.code.tile(key);
    return { old, wanted, declared: place?.sides ?? new Set(), row: place?.row, isEditable };
  }

  /** Returns the reason why a moved tile keeps its place. */
  #findPlaceObstacle(key: string): string | undefined {
    const tile = this.#tileToLayOut(key);
    const { old, wanted, row } = tile;
    const code = this.code.tile(key);
    if (!old || !isMoved(tile)) {
      return undefined;
    }
    if (!("node" in code) || row) {
      return "reason" in code ? code.reason : ROW;
    }
    if (this.#isAddedByArea(key) && (old.containerId !== wanted.containerId || old.tabId !== wanted.tabId)) {
      return AREA;
    }
    const values = SIDES.flatMap((side) => (old[side] === wanted[side] ? [] : (this.code.valueOf(key, side) ?? [])));
    const scope = new FileScope(code.file, [], code.node);
    return values.map((value) => findObstacle(value, scope)).find((reason) => reason !== undefined);
  }

  /** Returns true if the call that adds a tile determines its container and tab. */
  #isAddedByArea(key: string): boolean {
    return tileIn(this.#old, key)?.containerId !== undefined && !this.code.valueOf(key, "containerId");
  }

  /** @param refusal reason why the tile keeps its place */
  #editTile(key: string, sides: ReadonlySet<Side> | undefined, refusal: string | undefined): void {
    const { old, wanted, declared } = this.#tileToLayOut(key);
    if (!old || (isDeepStrictEqual(old, wanted) && sides?.size === declared.size)) {
      return;
    }
    const prop = `tiles.${key}`;
    const code = this.code.tile(key);
    if (!("node" in code)) {
      this.obstacles.push({ prop, ...code });
      return;
    }
    if (refusal !== undefined) {
      this.#refuse(code.node, prop, refusal, code.file);
    }
    const scope = new FileScope(code.file, this.context.known, code.node, this.#scope.names);
    // The default title needs no code, except where the code already contains a title.
    const titledKey = this.code.valueOf(key, "name") ? "" : key;
    const isInArea = this.#isAddedByArea(key);
    const before = tileExpression(scope, titledKey, old, declared, isInArea);
    const placed = refusal === undefined ? wanted : tileAt(wanted, old);
    const after = tileExpression(scope, titledKey, placed, sides, isInArea);
    new ExpressionEditor(scope, this).edit(code.node, before, after, prop);
  }

  /** Returns the function that adds tiles to the props, or calls of `addTile`; undefined if the code has no place. */
  #placeForTiles(): ((tiles: readonly Entry[]) => void) | undefined {
    const { file, list, props, name, lastStatement } = this.code;
    const scope = this.#scope;
    const addTo = (place: ObjectExpression, entries: readonly Entry[]) => {
      const items = itemsOf(place);
      const print = entries.map((entry) => (indentation: string) => scope.printEntry(entry, indentation));
      insertItems(file, items, items.items.length - 1, print);
    };
    if (list) {
      return (tiles) => addTo(list, tiles);
    }
    const mayHaveTiles = (each: Node) => [undefined, "tiles"].includes(propertyName(each));
    if (
      Object.keys(this.#old).length === 0 &&
      props?.type === "ObjectExpression" &&
      !props.properties.some(mayHaveTiles)
    ) {
      return (tiles) => addTo(props, [{ key: "tiles", value: object(tiles, { isSpread: true }) }]);
    }
    return name === undefined || !lastStatement
      ? undefined
      : (tiles) => {
          for (const { key, value } of tiles) {
            const added = call(codeText`${name}.addTile`, literal(key), value);
            insertStatement(file, lastStatement, (indentation) => scope.print(added, indentation));
          }
        };
  }

  /** Removes the code of a tile, and the constants that only this code uses. Returns false if the code stays. */
  #removeTile(key: string): boolean {
    const prop = `tiles.${key}`;
    const code = this.code.tile(key);
    if (!("node" in code)) {
      this.obstacles.push({ prop, ...code, reason: `${REMOVED} ${code.reason}` });
      return false;
    }
    const { file, node } = code;
    const users = this.changed.construct.references.get(key) ?? [];
    const obstacle =
      users.length > 0
        ? `${users.join(", ")} refers to it. Remove the code of both.`
        : this.#removeCode(key, file, node);
    if (obstacle !== undefined) {
      this.#refuse(node, prop, `${REMOVED} ${obstacle}`, file);
      return false;
    }
    this.edited.push(removedProp(prop));
    return true;
  }

  /** Removes the property or the statement of a tile. Returns the reason why it stays. */
  #removeCode(key: string, file: ProgramFile, node: Node): string | undefined {
    const { list } = this.code;
    const index = list?.properties.findIndex((each) => propertyName(each) === key) ?? -1;
    if (list && index >= 0) {
      removeItem(file, itemsOf(list), index);
      return undefined;
    }
    const adding = file.parentOf(node);
    const statement = adding && isCall(adding) && methodOf(adding) === "addTile" ? file.parentOf(adding) : undefined;
    if (statement?.type !== "ExpressionStatement") {
      return "Its code is neither a property of the props nor a separate call of addTile.";
    }
    removeStatement(file, statement);
    return undefined;
  }

  #refuse(node: Node, prop: string, reason: string, file = this.code.file): void {
    this.obstacles.push({ prop, file: file.path, line: file.lineOf(node), reason });
  }
}

function tileIn(tiles: DeclaredTiles, key: string): TileDeclaration | undefined {
  return ownValue(tiles, key) as unknown as TileDeclaration | undefined;
}

/** Returns a tile with the position, size, container and tab of another one. */
function tileAt({ containerId: _, tabId: __, ...tile }: TileDeclaration, old: TileDeclaration): TileDeclaration {
  const { x, y, w, h, containerId, tabId } = old;
  return {
    ...tile,
    ...{ x, y, w, h },
    ...(containerId !== undefined && { containerId }),
    ...(tabId !== undefined && { tabId }),
  };
}
