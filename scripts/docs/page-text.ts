import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Field, ObjectShape, VariantsShape } from "../../src/declaration/shape";
import { attributesOf, objectBelow } from "./attribute";
import { describeAttribute, type Vocabulary } from "./describe-attribute";
import type { Page } from "./page";
import { Sections } from "./sections";

/** Says where the text comes from, for whoever edits it. */
const NOTICE = "<!-- Generated from the declarations in src/schema: edit those and run `npm run docs`. -->";

/** A page of the reference in Markdown. */
export function pageText(page: Page, hcl: string): string {
  const sections = sectionsOf(page.shape);
  const vocabulary: Vocabulary = {
    inTypeScript: (field) => inTypeScript(page, field),
    linkTo: (object) => sections.linkTo(object),
  };
  const parts = [
    NOTICE,
    `# ${page.type}`,
    introduction(page),
    "## Example",
    ...(page.construct === undefined ? [] : [fenced("ts", exampleSource(page))]),
    fenced("hcl", hcl),
    page.kind === "provider" ? "## Arguments" : "## Attributes",
    attributeList(page.shape, vocabulary),
    ...sections.all().flatMap(({ title, shape }) => [`### ${title}`, attributeList(shape, vocabulary)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function introduction({ kind, construct, purpose }: Page): string {
  const names = construct === undefined ? "" : ` In TypeScript: \`${construct.name}\`.`;
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}. ${purpose}${names}`;
}

/** What stands for a field in TypeScript; undefined where the name in Terraform says it, or where there is nothing. */
function inTypeScript(
  { construct, propNames = {}, inTypeScript = {} }: Page,
  { name, meta }: Field,
): string | undefined {
  if (construct === undefined) return undefined;
  if (inTypeScript[name] !== undefined) return inTypeScript[name];
  if (meta.readOnly) return name in construct.prototype ? `\`${name}\`` : undefined;
  const prop = propNames[name] ?? name;
  return prop === "" ? "its attributes stand beside the others" : `\`${prop}\``;
}

function attributeList(shape: ObjectShape | VariantsShape, vocabulary: Vocabulary): string {
  return attributesOf(shape)
    .map((attribute) => describeAttribute(attribute, vocabulary))
    .join("\n");
}

/**
 * The nested objects of a declaration, outer ones first, each under the name of the attribute that holds it, with the name of the
 * outer one before it where two share a name.
 */
function sectionsOf(root: ObjectShape | VariantsShape): Sections {
  const sections = new Sections();
  const open: { title?: string; shape: ObjectShape | VariantsShape }[] = [{ shape: root }];
  for (let outer = open.shift(); outer; outer = open.shift()) {
    for (const { name, owners } of attributesOf(outer.shape)) {
      const below = owners.flatMap(({ field }) => objectBelow(field.shape) ?? []);
      if (below.length === 0 || below.some((object) => sections.has(object))) continue;
      const title = sections.isTaken(name) ? `${outer.title}.${name}` : name;
      open.push({ title, shape: sections.add(title, below) });
    }
  }
  return sections;
}

function exampleSource({ example }: Page): string {
  return readFileSync(join(__dirname, "examples", `${example.file}.ts`), "utf8");
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
