import { parse } from "yaml";
import * as z from "zod";

const frontMatter = z.object({
  page_title: z.string().min(1),
  subcategory: z.string(),
  description: z.string().min(1),
});

/** Fields that the Terraform registry reads at the start of a page. */
type FrontMatter = z.infer<typeof frontMatter>;

/** Returns the head of a page, with the line that ends it. */
export function frontMatterText({ page_title, subcategory, description }: FrontMatter): string {
  return [
    "---",
    `page_title: ${JSON.stringify(page_title)}`,
    `subcategory: ${JSON.stringify(subcategory)}`,
    "description: |-",
    ...description.split("\n").map((line) => `  ${line}`),
    "---",
  ].join("\n");
}

/** Parses the head of a page. Throws if it is missing or incomplete. */
export function readFrontMatter(page: string): FrontMatter {
  const [, head] = /^---\n([\s\S]*?)\n---\n/.exec(page) ?? [];
  return frontMatter.parse(head === undefined ? undefined : parse(head));
}
