import type { Node } from "@babel/types";
import type { Obstacle } from "../../edits/edit-result";
import type { Expression } from "../../text/expression";
import type { FileScope } from "./file-scope";

/** Edits the code of one object in one file, and records the changes that the code cannot adopt. */
export abstract class CodeEditor {
  readonly obstacles: Obstacle[] = [];
  /** Props that were edited. */
  readonly edited: string[] = [];

  constructor(readonly scope: FileScope) {}

  /**
   * Changes a node so that it has a new value. Equal parts stay byte-identical.
   * @param old the value of the node
   */
  abstract edit(node: Node, old: Expression | undefined, wanted: Expression, prop: string): void;

  /** Writes the code of a value in place of a node. */
  replace(node: Node, wanted: Expression, prop: string): void {
    const { file } = this.scope;
    const parent = file.parentOf(node);
    const start = node.start ?? 0;
    file.noteComment(node.end ?? 0);
    const code =
      node.type === "TemplateLiteral" && wanted.kind === "text"
        ? this.scope.printTemplate(wanted.value)
        : this.scope.print(wanted, file.indentationAt(start));
    const isShorthand = parent?.type === "ObjectProperty" && parent.shorthand && parent.value === node;
    if (isShorthand && node.type === "Identifier") {
      file.edits.appendLeft(node.end ?? 0, `: ${code}`);
    } else {
      file.edits.overwrite(start, node.end ?? 0, code);
    }
    this.edited.push(prop);
  }

  /** Records a change that the code at a node cannot adopt. */
  refuse(node: Node, prop: string, reason: string): void {
    const { file } = this.scope;
    this.obstacles.push({ prop, file: file.path, line: file.lineOf(node), reason });
  }
}
