import type { ResourceApi } from "../../client/reads/resource-api";
import { type SourceBody, type SourceRecord, sourceApi } from "../source/api";

/** The links of a source have the id of the source. */
export const sourceLinksApi: ResourceApi<SourceRecord, SourceBody, SourceBody, SourceRecord> = {
  ...sourceApi,
  name: "source links",
  plural: "source links",
};
