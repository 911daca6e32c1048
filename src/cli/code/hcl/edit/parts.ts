import { lineOf } from "./configuration";
import type { BlockSyntax, HclFile, MemberSyntax } from "./hcl-file";
import { type HclNode, unwrapped } from "./hcl-syntax";

/**
 * Returns the place of a part of an object in its code: of the innermost attribute or element that the code contains.
 * @param prop path such as `tiles.errors.name`
 */
export function findPart(
  blocks: readonly BlockSyntax[],
  prop: string,
): { readonly file?: string; readonly line?: number } {
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

/** Returns the elements of a list. */
export function tupleItems({ children }: HclNode): readonly HclNode[] {
  return children.filter(({ type }) => type === "expression");
}
