import type { Diagnostic, ObjectValue } from "../../plugin";
import { alertApi } from "../alert/api";
import { dashboardApi } from "../dashboard/api";
import { savedSearchApi } from "../saved-search/api";
import { holdsField } from "../shared/holds-field";
import { warningsOfReferrers } from "../shared/referrers";
import type { Call } from "../shared/session";
import { sourceApi } from "./api";

/** Warns of objects that query a source whose destroy is planned (docs/internals/api-behavior.md 3.10). */
export function sourceDestroyWarnings(state: ObjectValue, call: Call): Promise<readonly Diagnostic[]> {
  const queries = {
    refersTo: (record: object, id: string) => holdsField(record, "sourceId", id),
    fix: "Keep the source, or let these objects query another one first.",
  };
  return warningsOfReferrers(
    sourceApi.name,
    state,
    [
      {
        ...dashboardApi,
        ...queries,
        type: "clickstack_dashboard",
        collection: ({ dashboards }) => dashboards,
        consequence:
          "The server deletes a source without a check. Every later update of a dashboard that queries it fails.",
      },
      {
        ...savedSearchApi,
        ...queries,
        type: "clickstack_saved_search",
        collection: ({ savedSearches }) => savedSearches,
        consequence: "The server deletes a source without a check. A saved search that queries it finds nothing.",
      },
      {
        ...alertApi,
        ...queries,
        type: "clickstack_alert",
        collection: ({ alerts }) => alerts,
        consequence:
          "The server deletes a source without a check. An alert whose chart queries it is no longer evaluated.",
      },
    ],
    call,
  );
}
