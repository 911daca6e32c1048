import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Field, ObjectShape, Shape, VariantsShape } from "../../src/schema/shape";
import { attributesOf, objectBelow } from "./attribute";
import { describeAttribute, type Vocabulary } from "./describe-attribute";
import type { Page } from "./page";

/** Says where the text comes from, for whoever edits it. */
const NOTICE = "<!-- Generated from the declarations in src/schema: edit those and run `npm run docs`. -->";

/** A page of the reference in Markdown. */
export function pageText(page: Page, hcl: string): string {
  const sections = sectionsOf(page.shape);
  const vocabulary: Vocabulary = {
    inTypeScript: (field) => inTypeScript(page, field),
    linkTo: (object) => `[${sections.get(object)}](#${sections.get(object)})`,
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
    ...[...sections].flatMap(([shape, title]) => [`### ${title}`, attributeList(shape, vocabulary)]),
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

/** The nested objects of a declaration, outer ones first, each under the name of the attribute that holds it. */
function sectionsOf(root: ObjectShape): Map<ObjectShape | VariantsShape, string> {
  const sections = new Map<ObjectShape | VariantsShape, string>();
  const open: (ObjectShape | VariantsShape)[] = [root];
  for (let shape = open.shift(); shape; shape = open.shift()) {
    for (const { name, owners } of attributesOf(shape)) {
      for (const object of owners.flatMap(({ field }) => below(field.shape))) {
        if (sections.has(object)) continue;
        if ([...sections.values()].includes(name)) throw new Error(`Two nested objects are called ${name}.`);
        sections.set(object, name);
        open.push(object);
      }
    }
  }
  return sections;
}

function below(shape: Shape): readonly (ObjectShape | VariantsShape)[] {
  const object = objectBelow(shape);
  return object ? [object] : [];
}

function exampleSource({ example }: Page): string {
  return readFileSync(join(__dirname, "examples", `${example.file}.ts`), "utf8");
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
