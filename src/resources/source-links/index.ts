import type { ResourceType } from "../resource-type";
import { linkedSources, sourceLinksApi } from "./api";
import { sourceLinks } from "./declaration";
import { sourceLinksResource } from "./resource";

export const sourceLinksType = {
  type: "clickstack_source_links",
  api: sourceLinksApi,
  member: "sourceLinks",
  part: () => linkedSources,
  declaration: () => sourceLinks,
  resource: () => sourceLinksResource,
  construct: "SourceLinks",
  hasUniqueNames: true,
  isPartOfOthers: true,
  subcategory: "Sources and webhooks",
  details:
    "Two sources that refer to each other are a cycle, which Terraform does not support. Declare one direction in `clickstack_source`, and the other direction with this resource. An update replaces a whole source, so list the links that are declared here in `ignore_changes` of that source: `lifecycle { ignore_changes = [log_source_id] }`. In TypeScript, the class does this for a managed source. Only declared links are managed, and a destroy clears them.",
} as const satisfies ResourceType;
