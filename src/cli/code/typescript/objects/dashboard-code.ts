import type { Identifier, Node, ObjectExpression } from "@babel/types";
import type { DeclaredFields } from "../../../../declaration/field";
import { shapeOf, type VariantsShape } from "../../../../declaration/shape";
import { selectFields } from "../../../../declaration/visitor";
import { ownValue } from "../../../../own-values";
import { tileConfigField } from "../../../../resources/dashboard/tiles/tile-config";
import type { PlacedConstruct } from "../../../project/placed-constructs";
import type { Obstacle } from "../../edits/edit-result";
import { type CodeText, codeText } from "../../text/code-text";
import type { NamedObject } from "../edit/file-scope";
import type { EditContext } from "../edit/program";
import type { ProgramFile } from "../edit/program-file";
import { blockOf, statementOf } from "../edit/statements";
import { type CallNode, isCall, literalValue, methodOf, propertyName, unwrap } from "../edit/typescript-syntax";

export type DeclaredTiles = Readonly<Record<string, DeclaredFields>>;

/** Code of a tile. */
export interface TileCode {
  readonly file: ProgramFile;
  /** Expression of the tile. */
  readonly node: Node;
  /** Call of `addTile` or `addRow` with the tile. Undefined for a tile in the props. */
  readonly adding: CallNode | undefined;
}

/** Place of code that cannot be edited, with the reason. */
type CodeObstacle = Omit<Obstacle, "prop">;

/** Finds the code of one dashboard: its tiles, and the calls that add them. */
export class DashboardCode {
  /** Object literal of the tiles in the props. */
  readonly list: ObjectExpression | undefined;
  readonly #codes = new Map<string, TileCode | CodeObstacle>();

  /** @param created call that creates the dashboard */
  constructor(
    readonly file: ProgramFile,
    readonly created: CallNode,
    private readonly construct: PlacedConstruct,
    private readonly context: EditContext,
  ) {
    this.list = this.#tilesLiteral();
  }

  /** Name of the dashboard in Terraform. */
  get id(): string {
    const { address } = this.construct;
    return address.slice(address.lastIndexOf(".") + 1);
  }

  /** Returns the code of a tile, or the reason why it cannot be edited. */
  tile(key: string): TileCode | CodeObstacle {
    const code = this.#codes.get(key) ?? this.#findTile(key);
    this.#codes.set(key, code);
    return code;
  }

  /** Returns the code of a tile; undefined if it cannot be edited. */
  editableTile(key: string): TileCode | undefined {
    const code = this.tile(key);
    return "node" in code ? code : undefined;
  }

  #findTile(key: string): TileCode | CodeObstacle {
    const { file } = this;
    const property = this.list?.properties.find((each) => propertyName(each) === key);
    if (property?.type === "ObjectProperty") {
      return { file, node: property.value, adding: undefined };
    }
    const { position: own, tiles } = this.construct;
    const position = tiles.get(key);
    const count = position ? this.context.countAt(position) : 1;
    if (!position || count > 1) {
      const reason = position
        ? `This line creates ${count} objects.`
        : "The code does not contain the tile as a literal.";
      return { file: (position ?? own).file, line: (position ?? own).line, reason };
    }
    const owner = this.context.program.open(position.file);
    const call = typeof owner === "string" ? undefined : owner.callAt(position.line, position.column);
    if (typeof owner === "string" || !call) {
      const reason = typeof owner === "string" ? owner : "The file contains no call at the recorded position.";
      return { file: position.file, line: position.line, reason };
    }
    const around = [...owner.parentsOf(call)].filter(isCall).find((each) => ADDING.test(methodOf(each)));
    return { file: owner, node: call, adding: around ?? (owner === file ? this.#addingCallOf(key) : undefined) };
  }

  /** Returns the only call that adds a tile with this key, whose expression is in another place of the file. */
  #addingCallOf(key: string): CallNode | undefined {
    const found = this.file.calls.filter((call) => {
      const [first, second] = call.arguments;
      const row = second && unwrap(second);
      return methodOf(call) === "addTile"
        ? first && literalValue(first)?.value === key
        : methodOf(call) === "addRow" &&
            row?.type === "ObjectExpression" &&
            row.properties.some((each) => propertyName(each) === key);
    });
    return found.length === 1 ? found[0] : undefined;
  }

  #tilesLiteral(): ObjectExpression | undefined {
    const props = this.props;
    if (props?.type !== "ObjectExpression") {
      return undefined;
    }
    const property = props.properties.find((each) => propertyName(each) === "tiles");
    const value = property?.type === "ObjectProperty" ? this.resolve(this.file, property.value) : undefined;
    return value?.type === "ObjectExpression" ? value : undefined;
  }

  /** Last argument of `new Dashboard` or `Dashboard.adopt`. */
  get propsNode(): Node | undefined {
    return this.created.arguments[methodOf(this.created) === "adopt" ? 3 : 2];
  }

  /** Props of the dashboard. A constant that is used in one place is its initializer. */
  get props(): Node | undefined {
    const { propsNode } = this;
    return propsNode && this.resolve(this.file, propsNode);
  }

  /** Follows a constant that is used in one place to its initializer. */
  resolve(file: ProgramFile, node: Node): Node {
    const found = unwrap(node);
    if (found.type !== "Identifier" || file.usesOf(found.name).length !== 1) {
      return found;
    }
    const init = file.declaratorOf(found.name)?.init;
    return init ? unwrap(init) : found;
  }

  /** Returns true if the code of a tile contains a prop. */
  declares(code: TileCode, name: string): boolean {
    return this.#propsOf(code).some((each) => propertyName(each) === name);
  }

  /** Returns the value of a prop in the code of a tile. */
  valueOf(code: TileCode, name: string): Node | undefined {
    const property = this.#propsOf(code).findLast((each) => propertyName(each) === name);
    return property?.type === "ObjectProperty" ? property.value : undefined;
  }

  #propsOf({ file, node }: TileCode): ObjectExpression["properties"] {
    const call = this.resolve(file, node);
    const props = isCall(call) && call.arguments[0] ? this.resolve(file, call.arguments[0]) : call;
    return props.type === "ObjectExpression" ? props.properties : [];
  }

  /** Returns the code that refers to the dashboard at a place of its file; undefined if the dashboard has no name there. */
  nameAt(place: Node): CodeText | undefined {
    const { file, created } = this;
    const parent = file.parentOf(created);
    if (created.callee.type === "Super") {
      return this.#isInBlockOf(created, place) ? codeText`this` : undefined;
    }
    if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") {
      return file.isVisibleAt(parent.id, place) ? (parent.id.name as CodeText) : undefined;
    }
    if (parent?.type === "AssignmentExpression" && this.#isInBlockOf(created, place)) {
      return receiverText(file, parent.left);
    }
    return undefined;
  }

  /** Constant or property that contains the dashboard after the statement that creates it. */
  get ownName(): CodeText | undefined {
    const parent = this.file.parentOf(this.created);
    if (parent?.type === "VariableDeclarator") {
      return receiverText(this.file, parent.id);
    }
    return parent?.type === "AssignmentExpression" ? receiverText(this.file, parent.left) : undefined;
  }

  #isInBlockOf(node: Node, place: Node): boolean {
    const block = blockOf(this.file, node);
    return (
      block !== undefined && [...this.file.parentsOf(place)].includes(block) && (node.end ?? 0) <= (place.start ?? 0)
    );
  }

  /**
   * Returns the code of the dashboard, container or tab that adds tiles to an area at a place.
   * @param keys tiles in the area that other calls add to it
   */
  receiverAt(place: Node, keys: readonly string[]): CodeText | undefined {
    for (const key of keys) {
      const code = this.editableTile(key);
      const callee = code?.file === this.file ? code.adding?.callee : undefined;
      if (callee?.type !== "MemberExpression") {
        continue;
      }
      const { object } = callee;
      const isVisible =
        object.type === "Identifier" ? this.file.isVisibleAt(object, place) : this.#isInBlockOf(callee, place);
      const text = receiverText(this.file, object);
      if (isVisible && text !== undefined) {
        return text;
      }
    }
    return undefined;
  }

  /** Returns the last statement that adds one of these tiles, and its receiver. */
  lastAdding(
    keys: readonly string[],
  ): { readonly key: string; readonly statement: Node; readonly receiver: CodeText } | undefined {
    const found = keys.flatMap((key) => {
      const code = this.editableTile(key);
      const statement = code?.adding && code.file === this.file ? statementOf(code.file, code.adding) : undefined;
      const callee = code?.adding?.callee;
      const receiver = callee?.type === "MemberExpression" ? receiverText(this.file, callee.object) : undefined;
      return statement && receiver !== undefined ? [{ key, statement, receiver }] : [];
    });
    return found.at(-1);
  }

  /** Lists the names in the code of the tiles that refer to sources and connections. */
  namesIn(tiles: DeclaredTiles): readonly NamedObject[] {
    return Object.entries(tiles).flatMap(([key, tile]) => {
      const code = this.editableTile(key);
      const config = tile.config as DeclaredFields;
      if (!code) {
        return [];
      }
      const fields = selectFields(CONFIG, config);
      return this.#propsOf(code).flatMap((each): NamedObject[] => {
        const field = fields.find(({ meta }) => meta.refersTo && meta.propName === propertyName(each));
        const id = field && ownValue(config, field.name);
        const isNamed = each.type === "ObjectProperty" && each.value.type === "Identifier" && typeof id === "string";
        return isNamed
          ? [{ type: field?.meta.refersTo ?? "", id, file: code.file, name: each.value as Identifier }]
          : [];
      });
    });
  }
}

const ADDING = /^add(Tile|Row)$/;

const CONFIG = shapeOf(tileConfigField) as VariantsShape;

/** Returns the code of a receiver that has no effect: a name such as `board`, `this` or `this.board`. */
function receiverText(file: ProgramFile, node: Node): CodeText | undefined {
  const text = file.text.slice(node.start ?? 0, node.end ?? 0);
  return /^[\p{ID_Start}$_][\p{ID_Continue}$.]*$/u.test(text) ? (text as CodeText) : undefined;
}
