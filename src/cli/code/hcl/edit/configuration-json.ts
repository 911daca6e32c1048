import { verbatim } from "../../../../constructs/verbatim";
import type { HclFile, MemberSyntax } from "./hcl-file";
import { childOf, type HclNode, tupleItems, unwrapped } from "./hcl-syntax";
import { hclLiteral } from "./literal";

/** Blocks that change only the state. They declare no object. */
const STATE_BLOCKS = new Set(["import", "moved", "removed"]);

type JsonObject = Record<string, unknown>;

/**
 * Returns a file in the form that Terraform reads from `.tf.json`: expressions are texts with `${...}`.
 * @param files all files of the module. References to their local values are replaced by the values.
 */
export function configurationJson(file: HclFile, files: readonly HclFile[]): JsonObject {
  return new Conversion(file, localValues(files)).configuration();
}

/** Returns the local values of a module by their addresses, such as `local.team`. */
function localValues(files: readonly HclFile[]): ReadonlyMap<string, unknown> {
  const blocks = files.flatMap((file) => file.blocks.filter(({ type }) => type === "locals"));
  return new Map(
    blocks.flatMap(({ file, attributes }) =>
      attributes.map(({ key, value }) => [`local.${key}`, new Conversion(file, new Map()).value(value)] as const),
    ),
  );
}

/** Returns an object without a prototype, because an author can use the name `__proto__`. */
function sectionOf(members: JsonObject): JsonObject {
  return Object.assign(Object.create(null), members) as JsonObject;
}

class Conversion {
  constructor(
    private readonly file: HclFile,
    private readonly locals: ReadonlyMap<string, unknown>,
  ) {}

  configuration(): JsonObject {
    const configuration = sectionOf({});
    for (const { type, labels, node } of this.file.blocks.filter((block) => !STATE_BLOCKS.has(block.type))) {
      const [last = type, ...outer] = [type, ...labels].reverse();
      let section = configuration;
      for (const name of outer.reverse()) {
        section[name] ??= sectionOf({});
        section = section[name] as JsonObject;
      }
      // Only blocks of providers and of local values can have equal labels.
      const blocks = (section[last] ?? []) as readonly unknown[];
      section[last] = [...blocks, this.#body(node)];
    }
    return configuration;
  }

  #body(block: HclNode): JsonObject {
    const parts = childOf(block, "body")?.children ?? [];
    const attributes = parts.flatMap((node) => this.file.attributesOf(node));
    const nested = parts
      .filter(({ type }) => type === "block")
      .map((node) => [this.file.textOf(node.children[0] ?? node), [this.#body(node)]] as const);
    return { ...Object.fromEntries(nested), ...this.#members(attributes) };
  }

  #members(members: readonly MemberSyntax[]): JsonObject {
    return Object.fromEntries(members.map(({ key = "", value }) => [key, this.value(value)]));
  }

  value(node: HclNode): unknown {
    const literal = hclLiteral(node, this.file.text);
    if (literal) {
      return typeof literal.value === "string" ? verbatim(literal.value) : literal.value;
    }
    const found = unwrapped(node);
    const code = this.file.textOf(found);
    const elements = found.type === "object" ? this.file.elementsOf(found) : [];
    if (found.type === "object" && elements.every(({ key }) => key !== undefined)) {
      return this.#members(elements);
    }
    if (found.type === "tuple") {
      return tupleItems(found).map((item) => this.value(item));
    }
    // The quotes of a template are removed, because Terraform would read them as a part of the text.
    return this.locals.get(code) ?? (found.type === "quoted_template" ? code.slice(1, -1) : `\${${code}}`);
  }
}
