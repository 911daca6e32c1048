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

/** What a configuration requires that uses the provider. */
export function requirements(): string {
  return requirementsOf(stackOf((stack) => new ClickStackProvider(stack, "clickstack")));
}

/** What the TypeScript synthesizes to. */
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
  // The text that synthesis writes has its attributes in alphabetical order; people read them in that of the
  // declaration.
  return stack.toTerraform() as StackJson;
}
