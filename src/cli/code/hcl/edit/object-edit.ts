import { join, relative, sep } from "node:path";
import { toAttributes } from "../../../../declaration/attribute-form";
import { type DeclaredFields, isPresent } from "../../../../declaration/field";
import { SensitiveValue } from "../../../../drawing";
import type { PlanJson, ResourceChange } from "../../../engine/read-plan";
import { CodeLines } from "../../../project/code-lines";
import type { ServerChange } from "../../edits/changed-objects";
import { type AdoptedType, readDeclaredFields, shapeOfType } from "../../edits/changed-objects";
import { type Adoption, adoptionOf, type EditResult } from "../../edits/edit-result";
import { code, type Entry, object, text } from "../../text/expression";
import { type CodeOfId, HclValues } from "../print/hcl-value";
import { findUneditable, type HclModule, isUneditable, lineOf, type Uneditable } from "./configuration";
import { HclEditor } from "./edit-value";
import type { EditableConfiguration } from "./editable-configuration";
import type { BlockSyntax, HclFile, MemberSyntax } from "./hcl-file";
import { tupleItems, unwrapped } from "./hcl-syntax";
import { KnownAddresses } from "./known-addresses";

/** The code of an object. */
interface ResourceCode {
  readonly module: HclModule;
  readonly block: BlockSyntax;
  /** The block, and the blocks of override files. A later one replaces the attributes of an earlier one. */
  readonly blocks: readonly BlockSyntax[];
}

/** Edits the code that declares an object. */
export function editResource(configuration: EditableConfiguration, plan: PlanJson, change: ServerChange): Adoption {
  const isChanged = change.value !== change.code;
  const found = findResource(configuration, plan, change.resource);
  if (isUneditable(found)) {
    const { file, line } = found;
    const others = change.notAdopted.map((each) => ({ ...each, file, line }));
    return { adopted: [], notAdopted: isChanged ? [...others, { prop: "", ...found }] : others };
  }
  const notAdopted = change.notAdopted.map((each) => ({ ...each, ...findPart(found.blocks, each.prop) }));
  const hidden = { prop: "", ...findPart(found.blocks, ""), reason: "No attribute of the block declares the change." };
  return isChanged ? adoptionOf(editBlocks(found, plan, change), notAdopted, hidden) : { adopted: [], notAdopted };
}

/** Finds the code of an object, or the reason why it cannot be edited. */
export function findResource(
  { files, modules }: EditableConfiguration,
  plan: PlanJson,
  { module_address: moduleAddress, type, name }: ResourceChange,
): ResourceCode | Uneditable {
  const module = modules.moduleAt(moduleAddress);
  if (isUneditable(module)) {
    return module;
  }
  const blocks = module.resource(type, name);
  const [block] = blocks;
  if (!block) {
    return findHiddenCode(files.folder, module, type, name);
  }
  if (module.uneditableOverride) {
    return module.uneditableOverride;
  }
  const instances = (plan.resource_changes ?? []).filter((each) => {
    return each.type === type && each.name === name && each.module_address === moduleAddress && each.mode === "managed";
  });
  if (instances.length > 1) {
    return { file: block.file.path, line: lineOf(block), reason: `This block creates ${instances.length} objects.` };
  }
  return blocks.map(findUneditable).find((each) => each !== undefined) ?? { module, block, blocks };
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
function findPart(blocks: readonly BlockSyntax[], prop: string): { readonly file?: string; readonly line?: number } {
  const [first = "", ...rest] = prop.split(".");
  const owner = blocks.findLast(({ attributes }) => attributes.some(({ key }) => key === first)) ?? blocks[0];
  if (!owner) {
    return {};
  }
  const { file } = owner;
  const attribute = owner.attributes.find(({ key }) => key === first);
  return { file: file.path, line: attribute ? lineOfPart(file, attribute, rest) : lineOf(owner) };
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

function editBlocks(
  { module, block, blocks }: ResourceCode,
  plan: PlanJson,
  { type, resource, code: old, value: wanted }: ServerChange,
): EditResult {
  const addresses = new KnownAddresses(plan, module, resource.module_address);
  const [before, after] = [old, wanted].map((each) =>
    attributeEntries(type, readDeclaredFields(type, each), addresses),
  );
  const ownerOf = ({ key }: Entry) =>
    blocks.findLast(({ attributes }) => attributes.some((each) => each.key === key)) ?? block;
  const results = { edited: [], obstacles: [] };
  for (const each of blocks) {
    const ofBlock = (entries: readonly Entry[] = []) => object(entries.filter((entry) => ownerOf(entry) === each));
    new HclEditor(each.file, { module, addresses }, results).editBlock(each, ofBlock(before), ofBlock(after));
  }
  return results;
}

/** Returns the attributes of a declaration, with addresses instead of ids. */
export function attributeEntries(
  type: AdoptedType,
  fields: DeclaredFields,
  addresses: KnownAddresses,
): readonly Entry[] {
  const isHidden = (value: unknown) => value instanceof SensitiveValue;
  const shape = shapeOfType(type);
  const { id: _, ...attributes } = toAttributes(shape, fields, isHidden) as DeclaredFields;
  const codeOfId: CodeOfId = (of, id) => {
    // Two objects of one type could refer to each other.
    const address = of === type ? undefined : addresses.addressOf(id, `clickstack_${of}`);
    return { expression: address === undefined ? text(id) : code(address) };
  };
  const { tiles, ...others } = attributes;
  return new HclValues(codeOfId).entries(shape, {
    ...others,
    ...(tiles !== undefined && { tiles: inReadingOrder(tiles) }),
  });
}

/** Orders tiles from top left to bottom right. */
function inReadingOrder(tiles: unknown): unknown {
  const placed = Object.entries(tiles as Readonly<Record<string, { readonly x?: number; readonly y?: number }>>);
  const present = placed.filter(([, tile]) => isPresent(tile));
  const sorted = present.sort(([, a], [, b]) => (a.y ?? 0) - (b.y ?? 0) || (a.x ?? 0) - (b.x ?? 0));
  return Object.fromEntries(sorted);
}
