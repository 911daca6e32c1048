import type { ResourceType } from "../resource-type";
import { sourceApi } from "./api";
import { sourceDeclaration, sourceLookup, sourcesLookup } from "./declaration";
import { sourceLookUps, sourceResource } from "./resource";

export const sourceType = {
  type: "clickstack_source",
  api: sourceApi,
  member: "sources",
  declaration: () => sourceDeclaration,
  resource: () => sourceResource,
  construct: "Source",
  dataSources: {
    clickstack_source: { construct: "ExistingSource", declaration: () => sourceLookup },
    clickstack_sources: { construct: "Sources", declaration: () => sourcesLookup },
  },
  lookUps: () => sourceLookUps,
  alsoBy: { kind: "kind" },
  importedByDefault: false,
  madeByServers: true,
  subcategory: "Sources and webhooks",
  details:
    "The server deletes a source even if dashboards use it, and then refuses every change of those dashboards. Two sources that refer to each other are a cycle, which Terraform does not support. Declare one direction in this resource, and the other direction with `clickstack_source_links`.",
} as const satisfies ResourceType;
