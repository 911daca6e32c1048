/** A stack in the JSON that cdktf writes for Terraform. */
export type StackJson = Readonly<Record<string, unknown>>;

/** A longer object is written on several lines. */
const MAX_OBJECT_LENGTH = 100;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the blocks of a synthesized stack in Terraform's language, formatted as by `terraform fmt`. */
export function hclOf(stack: StackJson): string {
  const blocks = [
    ...variableBlocks(stack.variable),
    ...labelled("data", stack.data),
    ...providerBlocks(stack.provider),
    ...labelled("ephemeral", stack.ephemeral),
    ...labelled("resource", stack.resource),
    ...outputBlocks(stack.output),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Returns the block that requires the providers of a synthesized stack. */
export function requirementsOf(stack: StackJson): string {
  const { required_providers: providers } = stack.terraform as { required_providers: Record<string, Fields> };
  const entries = Object.entries(providers).map(
    ([name, { source, version }]) => `    ${name} = {\n${bodyOf({ source, version }, "      ").join("\n")}\n    }`,
  );
  return `terraform {\n  required_providers {\n${entries.join("\n")}\n  }\n}\n`;
}

function labelled(keyword: string, types: unknown): string[] {
  return Object.entries((types ?? {}) as Record<string, Record<string, Fields>>).flatMap(([type, blocks]) =>
    Object.entries(blocks).map(([name, attributes]) =>
      block(`${keyword} "${type}" "${name}"`, withReferences(attributes)),
    ),
  );
}

/** Replaces values that are texts in JSON and references in Terraform's language. */
function withReferences({ provider, depends_on: dependencies, ...attributes }: Fields): Fields {
  return {
    ...attributes,
    ...(typeof provider === "string" && { provider: `\${${provider}}` }),
    ...(Array.isArray(dependencies) && { depends_on: dependencies.map((address) => `\${${String(address)}}`) }),
  };
}

/** The type of a variable is written without quotes. */
function variableBlocks(variables: unknown): string[] {
  return Object.entries((variables ?? {}) as Record<string, Fields>).map(([name, { type, ...attributes }]) =>
    block(`variable "${name}"`, { ...(type !== undefined && { type: `\${${String(type)}}` }), ...attributes }),
  );
}

function outputBlocks(outputs: unknown): string[] {
  return Object.entries((outputs ?? {}) as Record<string, Fields>).map(([name, attributes]) =>
    block(`output "${name}"`, attributes),
  );
}

function providerBlocks(providers: unknown): string[] {
  return Object.entries((providers ?? {}) as Record<string, Fields[]>).flatMap(([name, blocks]) =>
    blocks
      .filter((attributes) => Object.keys(attributes).some((name) => name !== "//"))
      .map((attributes) => block(`provider "${name}"`, attributes)),
  );
}

/** Terraform's own arguments that are blocks. cdktf writes these blocks as attributes in JSON. */
const BLOCKS = ["lifecycle"];

function block(head: string, fields: Fields): string {
  const isBlock = ([name]: [string, unknown]) => BLOCKS.includes(name);
  const attributes = Object.fromEntries(Object.entries(fields).filter((entry) => !isBlock(entry)));
  const inner = Object.entries(fields).filter(isBlock);
  const lines = [
    ...bodyOf(attributes, "  "),
    ...inner.flatMap(([name, value]) => ["", `  ${name} {`, ...bodyOf(value as Fields, "    "), "  }"]),
  ];
  return lines.length === 0 ? `${head} {}` : `${head} {\n${lines.join("\n")}\n}`;
}

/** Returns the lines of an object. `=` signs are aligned in every sequence of single-line attributes. */
function bodyOf(object: Fields, indent: string): string[] {
  const entries = Object.entries(object)
    .filter(([name]) => name !== "//")
    .map(([name, value]) => ({ name: nameOf(name), value: expressionOf(value, indent) }));
  return entries.map(({ name, value }, index) => `${indent}${name.padEnd(widthAt(entries, index))} = ${value}`);
}

type Entry = { readonly name: string; readonly value: string };

function widthAt(entries: readonly Entry[], index: number): number {
  const isLong = ({ value }: Entry) => value.includes("\n");
  const own = entries[index];
  if (!own || isLong(own)) {
    return 0;
  }
  const before = entries.slice(0, index).findLastIndex(isLong) + 1;
  const after = entries.findIndex((entry, at) => at > index && isLong(entry));
  const run = entries.slice(before, after < 0 ? entries.length : after);
  return Math.max(...run.map(({ name }) => name.length));
}

function nameOf(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? name : JSON.stringify(name);
}

function expressionOf(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    return listOf(value, indent);
  }
  if (typeof value === "object" && value !== null) {
    const short = inOneLine(value);
    if (short !== undefined && Object.keys(value).length <= 2) {
      return short;
    }
    return `{\n${bodyOf(value as Fields, `${indent}  `).join("\n")}\n${indent}}`;
  }
  return typeof value === "string" ? textOf(value) : String(value);
}

function listOf(list: readonly unknown[], indent: string): string {
  if (list.every((item) => typeof item !== "object")) {
    return `[${list.map((item) => expressionOf(item, indent)).join(", ")}]`;
  }
  const short = list.map((item) => inOneLine(item));
  if (short.every((item) => item !== undefined)) {
    return `[${short.join(", ")}]`;
  }
  const items = list.map((item) => `${indent}  ${expressionOf(item, `${indent}  `)},`);
  return `[\n${items.join("\n")}\n${indent}]`;
}

/** Returns a small object as `{ a = 1, b = 2 }`, or undefined if it is too long. */
function inOneLine(value: unknown): string | undefined {
  if (Array.isArray(value) || typeof value !== "object" || value === null) {
    return expressionOf(value, "");
  }
  const entries = Object.entries(value).map(([name, item]) => ({ name, item: inOneLine(item) }));
  const text = `{ ${entries.map(({ name, item }) => `${nameOf(name)} = ${item}`).join(", ")} }`;
  return entries.some(({ item }) => item === undefined) || text.length > MAX_OBJECT_LENGTH ? undefined : text;
}

/** Writes a text that consists of one reference as this reference. */
function textOf(text: string): string {
  return /^\$\{([^{}]+)\}$/.exec(text)?.[1] ?? JSON.stringify(text);
}
