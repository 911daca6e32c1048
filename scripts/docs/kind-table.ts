import { type Alternative, attributesOf, type DocumentedAttribute } from "./attribute";
import { valuesOf } from "./attribute-line";
import { byCondition, isSameKind, type Kind } from "./kinds";

/** Returns tables in Markdown with the attributes of each kind: one table for each additional condition. */
export function kindTables(alternatives: readonly Alternative[]): readonly string[] {
  const kinds = alternatives.flatMap((alternative) => alternative.kinds);
  const selector = kinds[0]?.attribute;
  if (alternatives.length < 2 || selector === undefined) {
    return [];
  }
  const attributes = attributesOf(alternatives).filter(({ isSelector }) => !isSelector);
  if (attributes.every(isTheSameForEach)) {
    return [];
  }
  return [...byCondition(kinds)].flatMap(([condition, group]) => [
    `Attributes by \`${selector}\`${condition === "" ? "" : ` with \`${condition}\``} (R: required, O: optional, empty: not allowed):`,
    tableOf(attributes, group),
  ]);
}

function isTheSameForEach({ isInEvery, owners }: DocumentedAttribute): boolean {
  return isInEvery && new Set(owners.map(({ field }) => field.required)).size === 1;
}

function tableOf(attributes: readonly DocumentedAttribute[], kinds: readonly Kind[]): string {
  const rows = attributes.flatMap((attribute) => {
    const cells = kinds.map((kind) => cellOf(attribute, kind));
    if (cells.every((cell) => cell === "")) {
      return [];
    }
    return [row([`\`${attribute.name}\``, ...cells, valuesFor(attribute, kinds)])];
  });
  const head = row(["Attribute", ...kinds.map(({ value }) => `\`${value}\``), "Values"]);
  return [head, row(["---", ...kinds.map(() => ":-:"), "---"]), ...rows].join("\n");
}

function cellOf({ owners }: DocumentedAttribute, kind: Kind): string {
  const owner = owners.find(({ kinds }) => kinds.some((each) => isSameKind(each, kind)));
  if (!owner || owner.field.meta.readOnly) {
    return "";
  }
  return owner.field.required ? "R" : "O";
}

/** Returns the values that only the kinds of a table allow. */
function valuesFor(attribute: DocumentedAttribute, kinds: readonly Kind[]): string {
  const owners = attribute.owners
    .map(({ kinds: own, field }) => ({
      field,
      kinds: own.filter((kind) => kinds.some((each) => isSameKind(each, kind))),
    }))
    .filter((owner) => owner.kinds.length > 0);
  return valuesOf({ ...attribute, owners }).join(" ");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
