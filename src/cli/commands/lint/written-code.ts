import { mapJson, verbatimAsWritten } from "../../../constructs/verbatim";
import { toAttributes } from "../../../declaration/attribute-form";
import type { DeclaredFields } from "../../../declaration/field";
import type { CodeFile } from "../../code/edits/code-file";
import type { EditResult } from "../../code/edits/edit-result";
import { HclModule, KnownAddresses } from "../../code/hcl/edit/configuration";
import { HclEditor } from "../../code/hcl/edit/edit-value";
import { HclFile } from "../../code/hcl/edit/hcl-file";
import { JsonEditor, JsonFile } from "../../code/json/json-file";
import { type Composite, literal } from "../../code/text/expression";
import { type AuthorFiles, type EditedFile, openFile } from "../../project/author-files";
import { configurationFiles } from "../../project/find-stacks";
import type { EditedCode, Repair } from "./fix-program";
import type { LintedObject } from "./linted-objects";
import { isUnevaluated } from "./unevaluated";

/** The files of a configuration that its author wrote, in HCL and JSON. */
export class WrittenCode implements EditedCode {
  readonly #files = new Map<string, HclFile | JsonFile | string>();

  constructor(private readonly files: AuthorFiles) {}

  edit({ object, wanted }: Repair): readonly string[] {
    const reasons: string[] = [];
    for (const path of configurationFiles(this.files.folder)) {
      const file = this.open(path);
      if (typeof file === "string") {
        reasons.push(`${path}: ${file}`);
        continue;
      }
      const { edited = [], obstacles = [] } = editIn(file, object, wanted) ?? {};
      if (edited.length + obstacles.length > 0) {
        return obstacles.map(({ line, reason }) => `${path}:${line}: ${reason}`);
      }
    }
    return reasons.length > 0 ? reasons : ["No attribute of the block declares the value."];
  }

  open(path: string): HclFile | JsonFile | string {
    const parse = (text: string) => (path.endsWith(".json") ? new JsonFile(path, text) : new HclFile(path, text));
    const file = this.#files.get(path) ?? openFile<HclFile | JsonFile>(this.files, path, parse);
    this.#files.set(path, file);
    return file;
  }

  finish(): readonly EditedFile[] {
    const opened: readonly (CodeFile | string)[] = [...this.#files.values()];
    return opened.filter((file) => typeof file !== "string").filter(({ edited, original }) => edited !== original);
  }
}

/** Edits the block of an object in a file. Undefined if the file does not contain it. */
function editIn(
  file: HclFile | JsonFile,
  { kind, type, label, shape, fields }: LintedObject,
  wanted: DeclaredFields,
): EditResult | undefined {
  const [before, after] = [fields, wanted].map((each) => toAttributes(shape, each, isUnevaluated));
  if (file instanceof JsonFile) {
    const node = file.nodeAt([kind, type, label]) ?? file.nodeAt([kind, type, 0, label]);
    const editor = new JsonEditor(file);
    if (node) {
      editor.edit(node, jsonLiteral(before), jsonLiteral(after), "");
    }
    return node && editor;
  }
  const block = file.blocks.find((each) => each.type === kind && each.labels[0] === type && each.labels[1] === label);
  // Without a state, no address has a known id.
  const editor = new HclEditor(file, new KnownAddresses({ held: [] }, new HclModule(".", []), undefined));
  if (block) {
    editor.editBlock(block, hclLiteral(before), hclLiteral(after));
  }
  return block && editor;
}

/** Returns attributes as an expression of HCL. Expressions of the author are texts, which do not change. */
function hclLiteral(attributes: unknown): Composite {
  return literal(JSON.parse(JSON.stringify(attributes))) as Composite;
}

/** Returns attributes as JSON, in which Terraform reads texts as templates. */
function jsonLiteral(attributes: unknown): Composite {
  const changes = { text: verbatimAsWritten, key: verbatimAsWritten, isToken: () => false };
  return literal(mapJson(JSON.parse(JSON.stringify(attributes)), changes), { keepsNull: true }) as Composite;
}
