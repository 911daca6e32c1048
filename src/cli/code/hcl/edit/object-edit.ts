import { join, posix, relative, sep } from "node:path";
import type { DeclaredFields } from "../../../../declaration/field";
import { SensitiveValue } from "../../../../drawing";
import type { PlanJson, ResourceChange } from "../../../engine/read-plan";
import { CodeLines } from "../../../project/code-lines";
import { type AdoptedType, readDeclaredFields, type ServerChange, shapeOfType } from "../../edits/changed-objects";
import { type Adoption, adoptionOf, type EditResult } from "../../edits/edit-result";
import { code, type Entry, object, text } from "../../text/expression";
import { type CodeOfId, HclValues } from "../print/hcl-value";
import {
  findUneditable,
  type HclConfiguration,
  type HclModule,
  isUneditable,
  KnownAddresses,
  lineOf,
  type Uneditable,
} from "./configuration";
import { HclEditor } from "./edit-value";
import type { BlockSyntax, HclFile, MemberSyntax } from "./hcl-file";
import { tupleItems, unwrapped } from "./hcl-syntax";

interface ResourceCode {
  readonly module: HclModule;
  readonly block: BlockSyntax;
}

export function editResource(configuration: HclConfiguration, plan: PlanJson, change: ServerChange): Adoption {
  const isChanged = change.value !== change.code;
  const found = findResource(configuration, plan, change.resource);
  if (isUneditable(found)) {
    const { file, line } = found;
    const others = change.notAdopted.map((each) => ({ ...each, file, line }));
    return { adopted: [], notAdopted: isChanged ? [...others, { prop: "", ...found }] : others };
  }
  const notAdopted = change.notAdopted.map((each) => ({ ...each, ...findPart(found.block, each.prop) }));
  const hidden = { prop: "", ...findPart(found.block, ""), reason: "No attribute of the block declares the change." };
  return isChanged ? adoptionOf(editBlock(found, plan, change), notAdopted, hidden) : { adopted: [], notAdopted };
}

/** Finds the code of an object, or the reason why it cannot be edited. */
export function findResource(
  configuration: HclConfiguration,
  plan: PlanJson,
  { module_address: moduleAddress, type, name }: ResourceChange,
): ResourceCode | Uneditable {
  const module = configuration.moduleAt(moduleAddress);
  if (isUneditable(module)) {
    return module;
  }
  const [block, override] = module.blocks("resource", type, name);
  if (!block) {
    return findHiddenCode(configuration.folder, module, type, name);
  }
  if (override) {
    return { file: override.file.path, line: lineOf(override), reason: "An override file changes the block." };
  }
  const unread = module.uneditable.find(({ file }) => /(?:^|_)override\.\w+$/.test(posix.basename(file)));
  if (unread) {
    return unread;
  }
  // A module whose folder is unknown can be the same module.
  const isInModule = ({ module_address: address }: ResourceChange) => {
    const other = configuration.moduleAt(address);
    return other === module || isUneditable(other);
  };
  const instances = (plan.resource_changes ?? []).filter(
    (each) => each.type === type && each.name === name && each.mode === "managed" && isInModule(each),
  );
  if (instances.length > 1) {
    return { file: block.file.path, line: lineOf(block), reason: `This block creates ${instances.length} objects.` };
  }
  return findUneditable(block) ?? { module, block };
}

/** Returns the place of a resource in a file that the command cannot edit. */
function findHiddenCode(root: string, module: HclModule, type: string, name: string): Uneditable {
  const folder = join(root, module.folder);
  const found = new CodeLines(folder).find({ type, name });
  const file = found ? relative(root, found.file).split(sep).join("/") : module.folder;
  const place = { file, line: found?.line ?? 1 };
  if (file.endsWith(".json")) {
    return { ...place, reason: "The object is declared in JSON. The command edits HCL only." };
  }
  const uneditable = module.uneditable.find((each) => each.file === file) ?? module.uneditable[0];
  return { ...place, reason: "The command cannot find the block of the object.", ...uneditable };
}

/**
 * Returns the place of a part of an object: the place of the innermost attribute or element that the code contains.
 * @param prop path such as `tiles.errors.name`
 */
export function findPart(block: BlockSyntax, prop: string): { readonly file: string; readonly line: number } {
  const [first = "", ...rest] = prop.split(".");
  const { file } = block;
  const attribute = block.attributes.find(({ key }) => key === first);
  return { file: file.path, line: attribute ? lineOfPart(file, attribute, rest) : lineOf(block) };
}

function lineOfPart(file: HclFile, { start, value }: MemberSyntax, [key, ...rest]: readonly string[]): number {
  const found = unwrapped(value);
  const element = found.type === "object" ? file.elementsOf(found).find((each) => each.key === key) : undefined;
  if (element) {
    return lineOfPart(file, element, rest);
  }
  const item = found.type === "tuple" ? tupleItems(found)[Number(key)] : undefined;
  return item
    ? lineOfPart(file, { key, start: item.start, end: item.end, keyEnd: item.start, value: item }, rest)
    : file.lineAt(start);
}

function editBlock(
  { module, block }: ResourceCode,
  plan: PlanJson,
  { type, resource, code, value }: ServerChange,
): EditResult {
  const addresses = new KnownAddresses(plan, module, resource.module_address);
  const [old, wanted] = [code, value].map((each) =>
    object(attributeEntries(type, readDeclaredFields(type, each), addresses)),
  );
  const editor = new HclEditor(block.file, addresses);
  if (old && wanted) {
    editor.editBlock(block, old, wanted);
  }
  return editor;
}

/** Returns the attributes of a declaration, with addresses instead of ids. */
export function attributeEntries(
  type: AdoptedType,
  fields: DeclaredFields,
  addresses: KnownAddresses,
): readonly Entry[] {
  const codeOfId: CodeOfId = (of, id) => {
    // Two objects of one type could refer to each other.
    const address = of === type ? undefined : addresses.addressOf(id, `clickstack_${of}`);
    return { expression: address === undefined ? text(id) : code(address) };
  };
  return new HclValues(codeOfId).attributes(shapeOfType(type), fields, (value) => value instanceof SensitiveValue);
}
