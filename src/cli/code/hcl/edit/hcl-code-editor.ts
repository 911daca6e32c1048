import type { Obstacle } from "../../edits/edit-result";
import type { Expression } from "../../text/expression";
import type { HclModule } from "./configuration";
import type { HclFile } from "./hcl-file";
import { type HclNode, nodesOf } from "./hcl-syntax";
import type { KnownAddresses } from "./known-addresses";
import { hclLiteral, readCall } from "./literal";
import { printHeredoc, printValue } from "./print-value";
import { holdsHeredoc } from "./pure-hcl";

/** The module of an object, and the ids that its code can refer to. */
interface HclContext {
  readonly module: HclModule;
  readonly addresses: KnownAddresses;
}

/** Results of edits, which all editors of one object share. */
interface Results {
  readonly edited: string[];
  readonly obstacles: Obstacle[];
}

/** Edits the code of one object in one file, and records the changes that the code cannot adopt. */
export abstract class HclCodeEditor {
  constructor(
    readonly file: HclFile,
    readonly context: HclContext,
    readonly results: Results = { edited: [], obstacles: [] },
  ) {}

  /**
   * Changes an expression so that it has a new value. Equal parts stay byte-identical.
   * @param old the value of the expression
   */
  abstract edit(node: HclNode, old: Expression | undefined, wanted: Expression, prop: string): void;

  /** Writes the code of a value in place of an expression. */
  replace(node: HclNode, wanted: Expression, prop: string): void {
    const { file } = this;
    file.noteComment(node.end);
    const kept = wanted.kind === "text" ? this.#replaceHeredoc(node, wanted.value) : false;
    if (!kept) {
      const isText = typeof hclLiteral(node, file.text)?.value === "string" && !holdsHeredoc(node);
      const endsLine = /^[ \t]*(?:\r?\n|$)/.test(file.text.slice(node.end));
      const place = { indentation: file.indentationAt(node.start), hasHeredocs: endsLine && !isText };
      const key = prop.slice(prop.lastIndexOf(".") + 1);
      file.edits.overwrite(node.start, node.end, printValue(file, { key, value: wanted }, place));
    }
    this.results.edited.push(prop);
  }

  /** Replaces the text of a heredoc, also in `chomp()`. Returns false if a heredoc cannot contain the text. */
  #replaceHeredoc(node: HclNode, value: string): boolean {
    const { file } = this;
    const heredoc = [...nodesOf(node)].find(({ type }) => type === "heredoc_template");
    if (!heredoc) {
      return false;
    }
    const { name } = node.type === "function_call" ? readCall(node, file.text) : { name: undefined };
    // The function must not remove a part of the new text.
    const isKept = name === "chomp" ? !/[\r\n]$/.test(value) : name === undefined || value === value.trim();
    const printed = isKept ? printHeredoc(file.textOf(heredoc), value, name !== undefined) : undefined;
    if (printed === undefined) {
      return false;
    }
    file.edits.overwrite(heredoc.start, heredoc.end, printed);
    return true;
  }

  /** Records a change that the code at a place cannot adopt. */
  refuse(node: { readonly start: number }, prop: string, reason: string): void {
    const { path } = this.file;
    this.results.obstacles.push({ prop, file: path, line: this.file.lineAt(node.start), reason });
  }
}
