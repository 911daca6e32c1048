import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LINT_RULES } from "../../src/cli/commands/lint/rules";
import { attributeName } from "../../src/declaration/field";
import { declaredFieldsOf, type ObjectShape, shapeOf } from "../../src/declaration/shape";
import { resourceTypes } from "../../src/resources/registry";
import type { ResourceType } from "../../src/resources/resource-type";

/** The example policy, below the folder of the project. */
export const POLICY_FILE = join("examples", "policy", "clickstack.rego");

const BASE = join(__dirname, "policy", "base.rego");

/** Returns the example policy: its hand-written part, with the lint rules that a policy over a plan can check. */
export function examplePolicy(): string {
  const rules = LINT_RULES.flatMap(({ id, description, types: [type = ""], requires }) => {
    if (!requires) {
      return [];
    }
    const conditions = requires.fields.map((field) => `\tlacks(resource, ${JSON.stringify(attributeOf(type, field))})`);
    return [
      [
        `# ${id}: ${description}`,
        `${requires.isRefused ? "deny" : "warn"} contains message if {`,
        "\tsome resource in planned",
        `\tresource.type == ${JSON.stringify(type)}`,
        ...conditions,
        `\tmessage := sprintf("%s: ${requires.policyMessage}", [resource.address])`,
        "}",
      ].join("\n"),
    ];
  });
  return readFileSync(BASE, "utf8").replace("{{rules}}", () => rules.join("\n\n"));
}

/** Returns Terraform's name of a declared field. */
function attributeOf(type: string, name: string): string {
  const declaration = (resourceTypes as readonly ResourceType[]).find((each) => each.type === type)?.declaration;
  const fields = declaration ? declaredFieldsOf(shapeOf(declaration()) as ObjectShape) : [];
  const field = fields.find((each) => each.name === name);
  if (!field) {
    throw new Error(`${type} has no field ${name}.`);
  }
  return attributeName(field);
}
