import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { ClickStackProvider } from "../../src";
import { hclOf, requirementsOf, type StackJson } from "./hcl";
import { type ExampleModule, exampleFile, type Page } from "./page";
import { programText } from "./program-text";

/** The example of a page in both languages. */
export interface Example {
  readonly hcl: string;
  readonly typeScript: string;
}

export function exampleOf(page: Page): Example {
  const path = join(__dirname, "examples", exampleFile(page));
  return {
    hcl: hclOfExample(page, exampleModule(page)),
    typeScript: programText(readFileSync(`${path}.ts`, "utf8")),
  };
}

/** Loads the example of a page. */
export function exampleModule(page: Page): ExampleModule {
  return require(join(__dirname, "examples", exampleFile(page))) as ExampleModule;
}

/** Returns the requirements of a configuration that uses the provider. */
export function requirements(): string {
  return requirementsOf(stackOf((stack) => new ClickStackProvider(stack, "clickstack")));
}

/** Returns the HCL that the TypeScript example synthesizes. */
function hclOfExample({ kind }: Page, { addTo }: ExampleModule): string {
  const json = stackOf((stack) => {
    addTo(stack);
    if (kind !== "provider") {
      new ClickStackProvider(stack, "clickstack");
    }
  });
  return `${requirementsOf(json)}\n${hclOf(json)}`;
}

function stackOf(addTo: (stack: TerraformStack) => void): StackJson {
  const stack = new TerraformStack(new App(), "example");
  addTo(stack);
  stack.prepareStack();
  // The text of a synthesis has its attributes in alphabetical order. The reference has them in the order of the
  // declaration.
  return stack.toTerraform() as StackJson;
}
