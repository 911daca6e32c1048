import type { ResourceType } from "../resource-type";
import { sourceApi } from "./api";
import { sourceLookUps } from "./data-source";
import { sourceDeclaration, sourceLookup, sourcesLookup } from "./declaration";
import { sourceResource } from "./resource";

export const sourceType = {
  type: "clickstack_source",
  api: sourceApi,
  member: "sources",
  declaration: () => sourceDeclaration,
  resource: () => sourceResource,
  construct: "Source",
  dataSources: {
    clickstack_source: {
      declaration: () => sourceLookup,
      handlers: () => sourceLookUps.one,
      construct: "ExistingSource",
    },
    clickstack_sources: { declaration: () => sourcesLookup, handlers: () => sourceLookUps.all, construct: "Sources" },
  },
  alsoBy: { kind: "kind" },
  importedByDefault: false,
  madeByServers: true,
  subcategory: "Sources and webhooks",
  details:
    "The server deletes a source even if dashboards use it, and then refuses every change of those dashboards. Two sources that refer to each other are a cycle, which Terraform does not support: declare one direction here, and the other one with `clickstack_source_links`.",
} as const satisfies ResourceType;
