import type { Identifier, Node, ObjectExpression } from "@babel/types";
import type { DeclaredFields } from "../../../../declaration/field";
import { selectFields } from "../../../../declaration/visitor";
import { ownValue } from "../../../../own-values";
import type { PlacedConstruct } from "../../../project/placed-constructs";
import type { Obstacle } from "../../edits/edit-result";
import { type CodeText, codeText } from "../../text/code-text";
import type { NamedObject } from "../edit/file-scope";
import { type EditContext, findPlacedCall } from "../edit/program";
import type { ProgramFile } from "../edit/program-file";
import { blockOf, statementOf } from "../edit/statements";
import { type CallNode, isCall, methodOf, propertyName, unwrap } from "../edit/typescript-syntax";
import { TILE_CONFIG } from "../print/dashboard";

export type DeclaredTiles = Readonly<Record<string, DeclaredFields>>;

interface TileCode {
  readonly file: ProgramFile;
  readonly node: Node;
}

/** Place of code that cannot be edited, with the reason. */
type CodeObstacle = Omit<Obstacle, "prop">;

/** Finds the code of one dashboard and of its tiles. */
export class DashboardCode {
  /** Last argument of `new Dashboard` or `Dashboard.adopt`. A constant that is used in one place is its initializer. */
  readonly props: Node | undefined;
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
    const props = created.arguments[methodOf(created) === "adopt" ? 3 : 2];
    this.props = props && this.#resolve(file, props);
    const tiles = this.props && propertiesOf(this.props).find((each) => propertyName(each) === "tiles");
    const value = tiles?.type === "ObjectProperty" ? this.#resolve(file, tiles.value) : undefined;
    this.list = value?.type === "ObjectExpression" ? value : undefined;
  }

  /** Returns the code of a tile, or the reason why it cannot be edited. */
  tile(key: string): TileCode | CodeObstacle {
    const code = this.#codes.get(key) ?? this.#findTile(key);
    this.#codes.set(key, code);
    return code;
  }

  #findTile(key: string): TileCode | CodeObstacle {
    const property = this.list?.properties.find((each) => propertyName(each) === key);
    if (property?.type === "ObjectProperty") {
      return { file: this.file, node: property.value };
    }
    const position = this.construct.tiles.get(key);
    const { file, line } = position ?? this.construct.position;
    const found = position
      ? findPlacedCall(this.context, position)
      : "The code does not contain the tile as a literal.";
    return typeof found === "string" ? { file, line, reason: found } : { file: found.file, node: found.call };
  }

  /** Follows a constant that is used in one place to its initializer. */
  #resolve(file: ProgramFile, node: Node): Node {
    const found = unwrap(node);
    if (found.type !== "Identifier" || file.usesOf(found.name).length !== 1) {
      return found;
    }
    const init = file.declaratorOf(found.name)?.init;
    return init ? unwrap(init) : found;
  }

  /** Returns the value of a prop in the code of a tile; undefined if the code does not contain the prop. */
  valueOf(key: string, name: string): Node | undefined {
    const property = this.#propsOf(this.tile(key)).findLast((each) => propertyName(each) === name);
    return property?.type === "ObjectProperty" ? property.value : property;
  }

  #propsOf(code: TileCode | CodeObstacle): ObjectExpression["properties"] {
    if (!("node" in code)) {
      return [];
    }
    const call = this.#resolve(code.file, code.node);
    const [props] = isCall(call) ? call.arguments : [];
    return propertiesOf(props ? this.#resolve(code.file, props) : call);
  }

  /** Code that refers to the dashboard after the statement that creates it: `this`, or a constant or property with it. */
  get name(): CodeText | undefined {
    const { file, created } = this;
    if (created.callee.type === "Super") {
      return codeText`this`;
    }
    const parent = file.parentOf(created);
    if (parent?.type === "VariableDeclarator") {
      return receiverText(file, parent.id);
    }
    return parent?.type === "AssignmentExpression" ? receiverText(file, parent.left) : undefined;
  }

  /** Last statement of the block of the dashboard that adds tiles. Default: the statement that creates the dashboard. */
  get lastStatement(): Node | undefined {
    const { file, created } = this;
    const block = blockOf(file, created);
    const adding = file.calls.filter((each) => /^add(Tile|Row)$/.test(methodOf(each)));
    const statements = adding.flatMap((each) =>
      [...file.parentsOf(each)].filter((node) => file.parentOf(node) === block),
    );
    return (
      statements.findLast(({ start }) => (start ?? 0) > (created.start ?? 0) && !file.isRemoved(start ?? 0)) ??
      statementOf(file, created)
    );
  }

  /** Returns the first call of a method of the dashboard in its file. */
  findCall(method: string): CallNode | undefined {
    const { file, name } = this;
    return file.calls.find(({ callee }) => {
      const { start, end } = callee;
      return name !== undefined && file.text.slice(start ?? 0, end ?? 0) === `${name}.${method}`;
    });
  }

  /** Lists the names in the code of the tiles that refer to sources and connections. */
  namesIn(tiles: DeclaredTiles): readonly NamedObject[] {
    return Object.entries(tiles).flatMap(([key, { config }]) => {
      const code = this.tile(key);
      const fields = selectFields(TILE_CONFIG, config as DeclaredFields);
      return this.#propsOf(code).flatMap((each): NamedObject[] => {
        const field = fields.find(({ meta }) => meta.refersTo && meta.propName === propertyName(each));
        const id = field && ownValue(config as DeclaredFields, field.name);
        const isNamed = each.type === "ObjectProperty" && each.value.type === "Identifier" && typeof id === "string";
        return isNamed && "node" in code
          ? [{ type: field?.meta.refersTo ?? "", id, file: code.file, name: each.value as Identifier }]
          : [];
      });
    });
  }
}

function propertiesOf(node: Node): ObjectExpression["properties"] {
  return node.type === "ObjectExpression" ? node.properties : [];
}

/** Returns the code of a receiver that has no effect: a name such as `board` or `this.board`. */
function receiverText(file: ProgramFile, node: Node): CodeText | undefined {
  const text = file.text.slice(node.start ?? 0, node.end ?? 0);
  return /^[\p{ID_Start}$_][\p{ID_Continue}$.]*$/u.test(text) ? (text as CodeText) : undefined;
}
