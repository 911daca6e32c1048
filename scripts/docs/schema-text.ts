import type { DeclaredField } from "../../src/declaration/shape";
import {
  type Alternative,
  alternativesBelow,
  alternativesOf,
  attributesOf,
  type DocumentedAttribute,
} from "./attribute";
import { attributeLine, type InTypeScript, type Presence, presenceOf } from "./attribute-line";
import { kindTables } from "./kind-table";
import type { Page } from "./page";

const LISTS: readonly Presence[] = ["Required", "Optional", "Read-Only"];

/** Attributes at one path of a resource, such as those of `tiles.config`. */
interface Section {
  readonly path: readonly string[];
  readonly alternatives: readonly Alternative[];
}

/**
 * Returns the paragraphs of a page's schema: the top-level attributes, and those of each nested object with an anchor
 * before it.
 */
export function schemaParagraphs(page: Page): readonly string[] {
  const root: Section = { path: [], alternatives: alternativesOf(page.shape) };
  const inTypeScript: InTypeScript = (field, attribute) => propOf(page, field, attribute);
  return [
    ...kindTables(root.alternatives),
    ...listsOf(root, (presence) => `### ${presence}`, inTypeScript),
    ...nestedSections(root).flatMap((section) => [
      `<a id="${anchorOf(section.path)}"></a>\n### Nested Schema for \`${section.path.join(".")}\``,
      ...kindTables(section.alternatives),
      ...listsOf(section, (presence) => `${presence}:`, inTypeScript),
    ]),
  ];
}

function listsOf(
  { path, alternatives }: Section,
  heading: (presence: Presence) => string,
  inTypeScript: InTypeScript,
): readonly string[] {
  const attributes = attributesOf(alternatives);
  return LISTS.flatMap((presence) => {
    const lines = attributes
      .filter((attribute) => presenceOf(attribute) === presence)
      .map((attribute) => attributeLine(attribute, { anchor: anchorOf([...path, attribute.name]), inTypeScript }));
    return lines.length > 0 ? [heading(presence), lines.join("\n")] : [];
  });
}

/** Returns the nested objects below a section, each before those inside it, in the order of the lists. */
function nestedSections({ path, alternatives }: Section): readonly Section[] {
  return attributesOf(alternatives).flatMap((attribute: DocumentedAttribute) => {
    const below = { path: [...path, attribute.name], alternatives: alternativesBelow(attribute) };
    return below.alternatives.length > 0 ? [below, ...nestedSections(below)] : [];
  });
}

function anchorOf(path: readonly string[]): string {
  return `nestedatt--${path.join("--")}`;
}

/**
 * Returns the TypeScript equivalent of a field. Undefined if it is the field's name in camel case, or if there is none.
 */
function propOf(
  { construct, inTypeScript = {} }: Page,
  { name, meta }: Pick<DeclaredField, "name" | "meta">,
  attribute: string,
): string | undefined {
  if (inTypeScript[name] !== undefined) {
    return inTypeScript[name];
  }
  if (meta.readOnly && !(name in construct.prototype)) {
    return undefined;
  }
  const prop = meta.propName ?? name;
  if (prop === "") {
    return "its attributes are props of the object itself";
  }
  return prop === camelCase(attribute) ? undefined : `\`${prop}\``;
}

function camelCase(attribute: string): string {
  return attribute.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
