import type { ResourceType } from "../resource-type";
import { sourceApi } from "./api";

export const sourceType = {
  type: "clickstack_source",
  api: sourceApi,
  collection: ({ sources }) => sources,
  declaration: () => (require("./declaration") as typeof import("./declaration")).source,
  resource: () => (require("./resource") as typeof import("./resource")).sourceResource,
  dataSources: {
    clickstack_source: () => (require("./data-source") as typeof import("./data-source")).sourceDataSource,
    clickstack_sources: () => (require("./data-source") as typeof import("./data-source")).sourcesDataSource,
  },
  alsoBy: { kind: "kind" },
  importedByDefault: false,
  madeByServers: true,
} as const satisfies ResourceType;
