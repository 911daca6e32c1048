import type { FunctionParameter, ProviderFunction } from "../../src/plugin/provider/provider";
import type { Type } from "../../src/plugin/values/type";
import { frontMatterText } from "./front-matter";
import { fenced, NOTICE } from "./page-text";

/** Returns the page of a provider's function, in the layout of the Terraform registry. */
export function functionPageText(name: string, declared: ProviderFunction, example: string): string {
  const parameters = [...declared.parameters, ...(declared.variadic ? [declared.variadic] : [])];
  const parts = [
    `${frontMatterText({ page_title: `${name} function - clickstack`, subcategory: "", description: declared.summary })}\n\n${NOTICE}`,
    `# function: ${name}`,
    declared.description,
    "Terraform 1.8 or newer, OpenTofu 1.7 or newer.",
    "## Example Usage",
    fenced("terraform", example),
    "## Signature",
    fenced("text", signatureOf(name, declared)),
    ...(parameters.length > 0 ? ["## Arguments", parameters.map(argumentLine).join("\n")] : []),
  ];
  return `${parts.join("\n\n")}\n`;

  function argumentLine(parameter: FunctionParameter, index: number): string {
    const type = titleOfType(parameter.type) + (parameter === declared.variadic ? ", Variadic" : "");
    return `${index + 1}. \`${parameter.name}\` (${type}) ${parameter.description}`;
  }
}

function signatureOf(name: string, { parameters, variadic, returns }: ProviderFunction): string {
  const fixed = parameters.map((parameter) => `${parameter.name} ${typeText(parameter.type)}`);
  const more = variadic ? [`${variadic.name} ${typeText(variadic.type)}...`] : [];
  return `${name}(${[...fixed, ...more].join(", ")}) ${typeText(returns)}`;
}

/** Returns the name of a type in the reference. */
export function titleOfType(type: Type): string {
  const text = typeText(type);
  return typeof type === "string" ? text.charAt(0).toUpperCase() + text.slice(1) : `\`${text}\``;
}

/** Returns a type in Terraform's language. */
function typeText(type: Type): string {
  if (typeof type === "string") {
    return type;
  }
  if ("list" in type) {
    return `list(${typeText(type.list)})`;
  }
  if ("set" in type) {
    return `set(${typeText(type.set)})`;
  }
  if ("map" in type) {
    return `map(${typeText(type.map)})`;
  }
  if ("tuple" in type) {
    return `tuple([${type.tuple.map(typeText).join(", ")}])`;
  }
  const fields = Object.entries(type.object).map(([name, field]) => `${name} = ${typeText(field)}`);
  return `object({ ${fields.join(", ")} })`;
}
