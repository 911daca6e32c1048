import type { z } from "zod";
import { knownValuesOf, metaOf } from "../../src/declaration/field";
import { declaredFieldsOf, literalFields, type ObjectShape, objectsOf, shapeOf } from "../../src/declaration/shape";
import { alertChart } from "../../src/resources/alert/chart";
import { alertChannel } from "../../src/resources/alert/declaration";
import { ipAccessListEntry } from "../../src/resources/api-key/fields";
import { dashboardContainer } from "../../src/resources/dashboard/declaration";
import { dashboardFilter, savedFilterValue } from "../../src/resources/dashboard/filter";
import { colorRuleField, numberFormatField } from "../../src/resources/dashboard/tiles/appearance";
import { formula } from "../../src/resources/dashboard/tiles/formula";
import { onClickField } from "../../src/resources/dashboard/tiles/on-click";
import { selectItemField } from "../../src/resources/dashboard/tiles/select-item";
import { tileField } from "../../src/resources/dashboard/tiles/tile";
import { tileConfigField } from "../../src/resources/dashboard/tiles/tile-config";
import { highlightedAttribute } from "../../src/resources/source/fields";
import { permission } from "../../src/resources/team-role/declaration";
import { DECLARED_ROOTS, type DeclaredRoot } from "./declared-roots";
import { fieldComment } from "./field-comment";
import { type DeclaredType, typeTexts } from "./shared-fields";

type Schema = z.core.$ZodTypes;

/** Names of nested objects. A nested object without a name is written inside the type that uses it. */
const NESTED: Readonly<Record<string, z.core.$ZodType>> = {
  AlertChannelDeclaration: alertChannel,
  AlertChart: alertChart,
  ColorRuleDeclaration: colorRuleField,
  ContainerDeclaration: dashboardContainer,
  DashboardFilter: dashboardFilter,
  Formula: formula,
  HighlightedAttribute: highlightedAttribute,
  IpAccessListEntry: ipAccessListEntry,
  NumberFormat: numberFormatField,
  OnClick: onClickField,
  SavedFilterValue: savedFilterValue,
  SelectItem: selectItemField,
  TeamRolePermission: permission,
  TileConfig: tileConfigField,
  TileDeclaration: tileField,
};

/**
 * Nested objects that the package exports. Editors show a description for them, and the names of other types are
 * sufficient descriptions.
 */
const EXPORTED: readonly string[] = ["Formula", "NumberFormat", "OnClick", "TileConfig"];

const NOTICE = `// Generated from the declarations.
`;

const MAX_WIDTH = 120;

/** Returns the text of the file with the types of all declared objects. */
export function declaredTypes(): string {
  return new DeclaredTypes().text;
}

class DeclaredTypes {
  readonly #names: ReadonlyMap<unknown, string> = new Map(
    Object.entries(NESTED).map(([name, schema]) => [identityOf(schema as Schema), name]),
  );
  readonly #types = new Map<string, DeclaredType>();
  readonly text: string;

  constructor() {
    for (const root of DECLARED_ROOTS) {
      this.#declare(`${root.construct}Declaration`, root.schema as z.core.$ZodType as Schema, root);
    }
    this.text = [NOTICE, ...typeTexts(this.#types)].join("\n");
  }

  /** Adds a named type for a schema, and the types that it uses. */
  #declare(name: string, schema: Schema, root: DeclaredRoot): void {
    if (this.#types.has(name)) {
      return;
    }
    // Reserves the place of the type in the file before the types that it uses.
    this.#types.set(name, { comment: "", text: "" });
    const comment = EXPORTED.includes(name) ? commentText([aboutType(name)], "") : "";
    const { def } = innermost(schema)._zod;
    if (def.type === "union") {
      const members = (def.options as readonly Schema[]).map((option) => {
        const variant = `${variantPrefix(shapeOf(option) as ObjectShape)}${name}`;
        this.#declare(variant, option, root);
        return variant;
      });
      const text = `export type ${name} =\n${members.map((member) => `  | ${member}`).join("\n")};\n`;
      this.#types.set(name, { comment, text });
    } else {
      const facts = name === `${root.construct}Declaration` && root.isLookUp ? managedFacts(root) : new Map();
      const fields = this.#fieldTexts(innermost(schema), root, "  ", [...facts.values()].flat());
      const bases = Array.from(facts, ([type, names]) => pickText(type, unionText(names)));
      this.#types.set(name, { comment, bases, fields });
    }
  }

  #typeText(schema: Schema, root: DeclaredRoot, indent: string): string {
    const { def } = schema._zod;
    switch (def.type) {
      case "string":
      case "number":
      case "boolean":
        return knownText(schema) ?? def.type;
      case "enum":
        return unionText(Object.values(def.entries));
      case "literal":
        return unionText(def.values);
      case "array":
        return listText(this.#typeText(def.element as Schema, root, indent));
      case "record":
        return `Record<string, ${this.#typeText(def.valueType as Schema, root, indent)}>`;
      case "custom":
        return "Record<string, unknown>";
      case "optional":
        return this.#typeText(def.innerType as Schema, root, indent);
      case "object":
      case "union":
        return this.#namedText(schema, root) ?? this.#anonymousText(schema, root, indent);
      default:
        throw new Error(`A declaration cannot use the zod type "${def.type}".`);
    }
  }

  #namedText(schema: Schema, root: DeclaredRoot): string | undefined {
    const name = this.#names.get(identityOf(schema));
    if (name !== undefined) {
      this.#declare(name, schema, root);
    }
    return name;
  }

  #anonymousText(schema: Schema, root: DeclaredRoot, indent: string): string {
    const { def } = schema._zod;
    return def.type === "union"
      ? (def.options as readonly Schema[]).map((option) => this.#typeText(option, root, indent)).join(" | ")
      : this.#objectText(schema, root, indent);
  }

  #objectText(schema: Schema, root: DeclaredRoot, indent: string): string {
    return `{\n${this.#fieldTexts(schema, root, `${indent}  `).join("")}${indent}}`;
  }

  #fieldTexts(schema: Schema, root: DeclaredRoot, indent: string, omitted: readonly string[] = []): readonly string[] {
    const { def } = schema._zod;
    if (def.type !== "object") {
      throw new Error(`A declaration has the zod type "${def.type}" where an object is required.`);
    }
    const fields = Object.entries(def.shape as Record<string, Schema>).filter(([name]) => !omitted.includes(name));
    return fields.map(([name, field]) => {
      const required = field._zod.def.type !== "optional";
      const comment = isShown(field, root)
        ? commentText(fieldComment({ name, required, meta: metaOf(field), shape: shapeOf(field) }, root), indent)
        : "";
      const type = observedType(field, root) ?? this.#typeText(field, root, indent);
      return `${comment}${indent}${name}${required ? `: ${type}` : `?: ${type} | undefined`};\n`;
    });
  }
}

/** Returns the documentation of a nested object. */
function aboutType(name: string): string {
  return `Declared form: ${name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}.`;
}

/** Tests for a field that editors show. The props of a managed object have no read-only fields. */
function isShown(field: Schema, { isLookUp }: DeclaredRoot): boolean {
  return isLookUp || !metaOf(field).readOnly;
}

/**
 * Returns the fields of a look-up that a managed object also declares, by the type that declares them. A field of
 * several kinds belongs to the type of the first kind.
 */
function managedFacts({ shape, managed }: DeclaredRoot): ReadonlyMap<string, readonly string[]> {
  const facts = new Map<string, string[]>();
  if (!managed) {
    return facts;
  }
  for (const { name, meta } of declaredFieldsOf(shape).filter((field) => field.meta.readOnly)) {
    const owner = objectsOf(managed.shape).find(({ fields }) => {
      const declared = fields[name]?.meta;
      return declared && !declared.readOnly && meta.description.replace(/ For `.*`\.$/, "") === declared.description;
    });
    if (owner) {
      const type = `${variantPrefix(owner)}${managed.construct}Declaration`;
      facts.set(type, [...(facts.get(type) ?? []), name]);
    }
  }
  return facts;
}

/**
 * Returns the type of objects in the result of a look-up. Programs get a token without members for them, and the
 * reference describes the members.
 */
function observedType(field: Schema, { isLookUp }: DeclaredRoot): "object" | "object[]" | undefined {
  const { def } = innermost(field)._zod;
  if (!isLookUp || !metaOf(field).readOnly) {
    return undefined;
  }
  const isList = def.type === "array" && innermost(def.element as Schema)._zod.def.type === "object";
  return isList ? "object[]" : def.type === "object" ? "object" : undefined;
}

/** Returns the same value for all clones of a schema. */
function identityOf(schema: Schema): unknown {
  const { def } = innermost(schema)._zod;
  if (def.type === "object") {
    return def.shape;
  }
  return def.type === "union" ? def.options : schema;
}

function innermost(schema: Schema): Schema {
  const { def } = schema._zod;
  return def.type === "optional" ? innermost(def.innerType as Schema) : schema;
}

/** Returns the beginning of a variant's name from its discriminators: `SqlLine` for a line with `configType: "sql"`. */
function variantPrefix(variant: ObjectShape): string {
  return Object.values(literalFields(variant))
    .reverse()
    .map((literal) => pascalCase(String(literal)))
    .join("");
}

function pascalCase(text: string): string {
  const words = text === text.toUpperCase() ? text.toLowerCase() : text;
  return words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the type of an open enumeration. Editors complete its known values. */
function knownText(schema: Schema): string | undefined {
  const known = knownValuesOf(schema);
  return known && `${unionText(known)} | (${schema._zod.def.type} & {})`;
}

function unionText(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

/** Returns the type of some fields of a type. Many names are on several lines. */
function pickText(type: string, names: string): string {
  const lines = wrap(names, MAX_WIDTH - 2);
  return lines.length > 1 ? `Pick<\n  ${[`${type},`, ...lines].join("\n  ")}\n>` : `Pick<${type}, ${names}>`;
}

function listText(item: string): string {
  return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

/** Returns a documentation comment with lines of at most 120 characters. */
function commentText(paragraphs: readonly string[], indent: string): string {
  // Without the space, the text would end the comment.
  const safe = paragraphs.map((paragraph) => paragraph.replaceAll("*/", "* /"));
  const [only = ""] = safe;
  if (safe.length === 1 && indent.length + only.length + 7 <= MAX_WIDTH) {
    return `${indent}/** ${only} */\n`;
  }
  const lines = safe.flatMap((paragraph) => wrap(paragraph, MAX_WIDTH - indent.length - 3));
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
