import { parse } from "yaml";
import * as z from "zod";

const frontMatter = z.object({
  page_title: z.string().min(1),
  subcategory: z.string(),
  description: z.string().min(1),
});

/** What the Terraform registry reads at the head of a page. */
type FrontMatter = z.infer<typeof frontMatter>;

/** The head of a page, with the line that ends it. */
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

/** The head of a page as data. Throws where it has none, or one that lacks something. */
export function readFrontMatter(page: string): FrontMatter {
  const [, head] = /^---\n([\s\S]*?)\n---\n/.exec(page) ?? [];
  return frontMatter.parse(head === undefined ? undefined : parse(head));
}
