import type { ListResource } from "../../src/plugin";
import { frontMatterText } from "./front-matter";
import { titleOfType } from "./function-page";
import { fenced, NOTICE } from "./page-text";

/** Content of the page of a list resource. */
export interface DocumentedList {
  /** Type name, such as `clickstack_dashboard`. */
  readonly type: string;
  readonly subcategory: string;
  readonly schema: ListResource<never>["schema"];
}

/** Returns the path of the page below docs. */
export function listPageFile(type: string): string {
  return `list-resources/${type.replace(/^clickstack_/, "")}.md`;
}

/** Returns the page of a list resource, in the layout of the Terraform registry. */
export function listPageText({ type, subcategory, schema }: DocumentedList): string {
  const description = schema.description ?? "";
  const filters = Object.entries(schema.attributes).map(
    ([name, attribute]) => `- \`${name}\` (${titleOfType(attribute.type ?? "string")}) ${attribute.description}`,
  );
  const parts = [
    `${frontMatterText({ page_title: `${type} List Resource - clickstack`, subcategory, description })}\n\n${NOTICE}`,
    `# ${type} (List Resource)`,
    `${description} Terraform 1.14 or newer. [Import](../guides/import.md#with-terraform-only) shows a complete run.`,
    "## Example Usage",
    "In a file such as `existing.tfquery.hcl`:",
    fenced("text", exampleOf(type)),
    "## Schema",
    "Set filters in the block `config`. With several filters, the list contains the objects that match all of them.",
    "### Optional",
    filters.join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

const exampleOf = (type: string): string => `list "${type}" "checkout" {
  provider         = clickstack
  include_resource = true

  config {
    name_contains = "checkout"
  }
}`;
