import { App, TerraformStack } from "cdktf";
import { ClickStackProvider } from "../../src";
import { cliSchemas } from "./cli-schemas";
import { hclOf, requirementsOf, type StackJson } from "./hcl";
import type { Page } from "./page";
import { pageText } from "./page-text";
import { PAGES } from "./pages";

/** The whole reference: the content of every file by its path below docs/reference. */
export function referenceFiles(): ReadonlyMap<string, string> {
  const files = new Map([["README.md", indexText()], ...cliSchemas()]);
  for (const page of PAGES) {
    const hcl = exampleInHcl(page);
    files.set(`${page.name}.md`, pageText(page, hcl));
    files.set(`examples/${page.name}.tf`, hcl);
  }
  return files;
}

/** The example as HCL: what its TypeScript synthesizes to. */
function exampleInHcl({ kind, example }: Page): string {
  const stack = new TerraformStack(new App(), "example");
  example.addTo(stack);
  if (kind !== "provider") new ClickStackProvider(stack, "clickstack");
  stack.prepareStack();
  // The text that synthesis writes has its attributes in alphabetical order; people read them in that of the declaration.
  const json = stack.toTerraform() as StackJson;
  return kind === "provider" ? `${requirementsOf(json)}\n${hclOf(json)}` : hclOf(json);
}

const CLI = "The shapes of what the command line prints with `--json` stand in [cli](cli), as JSON Schema.";

function indexText(): string {
  const entries = PAGES.map(
    ({ name, type, kind, purpose }) =>
      `- [\`${type}\`](${name}.md) (${kind}): ${purpose.split(". ")[0]?.replace(/\.$/, "")}.`,
  );
  return ["# Reference", "Generated from the declarations; `npm run docs` writes it anew.", entries.join("\n"), CLI, ""]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}
