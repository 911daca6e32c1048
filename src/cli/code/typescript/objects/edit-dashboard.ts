import { isDeepStrictEqual } from "node:util";
import type { DeclaredFields } from "../../../../declaration/field";
import { ownValue } from "../../../../own-values";
import type { TileDeclaration } from "../../../../resources/declarations";
import { type DeclaredRow, SIDES } from "../../../project/placed-constructs";
import type { ChangedObject } from "../../edits/changed-objects";
import { type EditResult, type Obstacle, removedProp } from "../../edits/edit-result";
import { literal, object } from "../../text/expression";
import { ExpressionEditor, findObstacle } from "../edit/edit-expression";
import { FileScope } from "../edit/file-scope";
import type { EditContext } from "../edit/program";
import { unwrap } from "../edit/typescript-syntax";
import type { DashboardCode, DeclaredTiles, TileCode } from "./dashboard-code";
import { NewTiles } from "./new-tiles";
import { removeDeclaredTile } from "./remove-tile";
import { type AreaMove, findAreaMove, tileAt, tileExpression } from "./tile-code";
import { type AdoptedLayout, isMoved, layOut, type PlaceRefusal, type TileToLayOut } from "./tile-places";

/** Edits the tiles of one dashboard: those in its props and those that its methods add. */
export class DashboardEditor {
  readonly #old: DeclaredTiles;
  readonly #wanted: DeclaredTiles;
  readonly #editors: ExpressionEditor[];
  readonly #obstacles: Obstacle[] = [];
  readonly #edited: string[] = [];

  constructor(
    private readonly changed: ChangedObject,
    private readonly context: EditContext,
    private readonly code: DashboardCode,
    private readonly editor: ExpressionEditor,
  ) {
    this.#old = tilesOf(changed.old);
    this.#wanted = tilesOf(changed.wanted);
    this.#editors = [editor];
  }

  get result(): EditResult {
    return {
      edited: [...this.#editors.flatMap(({ edited }) => edited), ...this.#edited],
      obstacles: [...this.#editors.flatMap(({ obstacles }) => obstacles), ...this.#obstacles],
    };
  }

  edit(): void {
    const keys = [...this.changed.construct.layout.keys()];
    const removed = Object.keys(this.#old).filter((key) => !Object.hasOwn(this.#wanted, key));
    const kept = keys.filter((key) => !removed.includes(key) || !this.#removeTile(key));
    const added = Object.keys(this.#wanted).filter((key) => !Object.hasOwn(this.#old, key));
    // The calls in the code belong to the areas of the old tiles, also if a tile moves to another area.
    const newTiles = new NewTiles(this.code, this.editor.scope, { ...this.#wanted, ...this.#old }, kept);
    const order = newTiles.placeAll(added.sort(this.#byPlace));
    const moves = new Map(kept.map((key) => [key, this.#findAreaMove(key)]));
    const stuck = kept.flatMap((key): [string, PlaceRefusal][] => {
      const refusal = moves.get(key)?.kind === "none" ? "area" : this.#findPlaceObstacle(key) && "code";
      return refusal ? [[key, refusal]] : [];
    });
    const toLayOut = new Map(order.map((key) => [key, this.#tileToLayOut(key)]));
    const layout = layOut(toLayOut, (row) => this.#heightOf(row) !== undefined, new Map(stuck));
    for (const key of kept) {
      this.#editTile(key, layout, moves.get(key));
    }
    for (const [row, height] of layout.heights) {
      this.#editHeight(row, height);
    }
    this.#edited.push(...newTiles.write(layout.sides));
    for (const key of newTiles.refused) {
      this.#refuse(
        `tiles.${key}`,
        "The code has no place for a new tile: neither a list of tiles nor a name of the dashboard.",
      );
    }
  }

  /** Orders tiles from top left to bottom right. */
  readonly #byPlace = (one: string, other: string): number => {
    const [a, b] = [this.#tile(this.#wanted, one), this.#tile(this.#wanted, other)];
    return (a?.y ?? 0) - (b?.y ?? 0) || (a?.x ?? 0) - (b?.x ?? 0);
  };

  #tile(tiles: DeclaredTiles, key: string): TileDeclaration | undefined {
    return ownValue(tiles, key) as unknown as TileDeclaration | undefined;
  }

  /** Returns the tile after the edit. A tile whose code cannot be removed stays. */
  #wantedTile(key: string): TileDeclaration | undefined {
    return this.#tile(this.#wanted, key) ?? this.#tile(this.#old, key);
  }

  #tileToLayOut(key: string): TileToLayOut {
    const [old, wanted] = [this.#tile(this.#old, key), this.#wantedTile(key) as TileDeclaration];
    const place = this.changed.construct.layout.get(key);
    const isEditable = old === undefined || this.code.editableTile(key) !== undefined;
    return { old, wanted, declared: place?.sides ?? new Set(), row: place?.row, isEditable };
  }

  #findAreaMove(key: string): AreaMove {
    const [old, wanted] = [this.#tile(this.#old, key), this.#wantedTile(key)];
    return old && wanted ? findAreaMove(this.code, key, { old, wanted }, this.#old) : { kind: "stay" };
  }

  #editTile(key: string, layout: AdoptedLayout, move: AreaMove = { kind: "stay" }): void {
    const [old, wanted] = [this.#tile(this.#old, key), this.#wantedTile(key)];
    const place = this.changed.construct.layout.get(key);
    const sides = layout.sides.get(key) ?? new Set();
    if (!old || !wanted || (isDeepStrictEqual(old, wanted) && sides.size === place?.sides.size)) {
      return;
    }
    const prop = `tiles.${key}`;
    const code = this.code.tile(key);
    if (!("node" in code)) {
      this.#obstacles.push({ prop, ...code });
      return;
    }
    const refusal = isMoved({ old, wanted }) ? layout.refused.get(key) : undefined;
    if (refusal !== undefined) {
      const reason = this.#findPlaceObstacle(key) ?? REFUSALS[refusal];
      this.#obstacles.push({ prop, file: code.file.path, line: code.file.lineOf(code.node), reason });
    }
    const placed = tileAt(wanted, refusal === undefined ? wanted : old);
    const editor = this.#editorFor(code);
    // The default title needs no code, except where the code already contains a title.
    const titledKey = this.code.declares(code, "name") ? "" : key;
    const isInArea = !this.code.declares(code, "containerId");
    const isMoving = refusal === undefined && isMoved({ old, wanted });
    const keepsArea = isInArea && !(isMoving && move.kind === "property");
    const before = tileExpression(editor.scope, titledKey, old, { sides: place?.sides, isInArea });
    const after = tileExpression(editor.scope, titledKey, placed, { sides, isInArea: keepsArea });
    editor.edit(code.node, before, after, prop);
    if (isMoving && move.kind === "receiver") {
      this.#changeReceiver(code, move.receiver, prop);
    }
  }

  /** Returns the reason why a changed part of the place of a tile is not a literal. */
  #findPlaceObstacle(key: string): string | undefined {
    const [old, wanted, code] = [this.#tile(this.#old, key), this.#wantedTile(key), this.code.editableTile(key)];
    const changed = code ? SIDES.filter((side) => old?.[side] !== wanted?.[side]) : [];
    const values = changed.flatMap((side) => (code && this.code.valueOf(code, side)) ?? []);
    const scope = code && new FileScope(code.file, [], code.node);
    return values.map((value) => scope && findObstacle(value, scope)).find((reason) => reason !== undefined);
  }

  #changeReceiver({ file, adding }: TileCode, receiver: string, prop: string): void {
    if (adding?.callee.type === "MemberExpression") {
      const { object: node } = adding.callee;
      file.edits.overwrite(node.start ?? 0, node.end ?? 0, receiver);
      this.#edited.push(`${prop}.containerId`);
    }
  }

  /** Returns the first argument of the call that adds a row. */
  #heightOf({ position }: DeclaredRow) {
    if (!position || this.context.countAt(position) > 1) {
      return undefined;
    }
    const file = this.context.program.open(position.file);
    const call = typeof file === "string" ? undefined : file.callAt(position.line, position.column);
    const row = call?.arguments[0] && unwrap(call.arguments[0]);
    return typeof file !== "string" && row?.type === "ObjectExpression" ? { file, node: row } : undefined;
  }

  #editHeight(row: DeclaredRow, height: number): void {
    const code = this.#heightOf(row);
    if (code) {
      const editor = this.#editorFor({ ...code, adding: undefined });
      const expression = (value: number | undefined) =>
        object(value === undefined ? [] : [{ key: "height", value: literal(value) }]);
      editor.edit(code.node, expression(row.height), expression(height), "row");
    }
  }

  /** Removes the code of a tile. Returns false if it stays. */
  #removeTile(key: string): boolean {
    const references = this.changed.construct.references.get(key) ?? [];
    const obstacle = removeDeclaredTile(key, this.code, references);
    if (obstacle) {
      this.#obstacles.push(obstacle);
      return false;
    }
    this.#edited.push(removedProp(`tiles.${key}`));
    return true;
  }

  #refuse(prop: string, reason: string): void {
    const { position } = this.changed.construct;
    this.#obstacles.push({ prop, file: position.file, line: position.line, reason });
  }

  #editorFor({ file, node }: TileCode): ExpressionEditor {
    const editor = new ExpressionEditor(new FileScope(file, this.context.known, node, this.editor.scope.names));
    this.#editors.push(editor);
    return editor;
  }
}

const REFUSALS: Readonly<Record<PlaceRefusal, string>> = {
  row: "A row places the tile, so its position stays. Move the tile in the code.",
  code: "The code of the tile declares no position, so its position and size stay.",
  others: "A new position would also move tiles whose code cannot be edited.",
  area: "A container or tab adds the tile, so its place stays. Move the tile in the code.",
};

function tilesOf({ tiles = {} }: DeclaredFields): DeclaredTiles {
  return tiles as DeclaredTiles;
}
