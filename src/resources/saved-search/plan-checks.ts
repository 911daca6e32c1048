import type { Diagnostic, ObjectValue } from "../../plugin";
import { alertApi } from "../alert/api";
import { warningsOfReferrers } from "../shared/referrers";
import type { Call } from "../shared/session";
import { savedSearchApi } from "./api";

/**
 * Warns of alerts that the server deletes with a saved search whose destroy is planned
 * (docs/internals/api-behavior.md 3.10).
 */
export function savedSearchDestroyWarnings(state: ObjectValue, call: Call): Promise<readonly Diagnostic[]> {
  return warningsOfReferrers(
    savedSearchApi.name,
    state,
    [
      {
        ...alertApi,
        type: "clickstack_alert",
        collection: ({ alerts }) => alerts,
        refersTo: ({ savedSearchId }, id) => savedSearchId === id,
        consequence: "The server deletes every alert that watches a saved search together with it.",
        fix: "To keep these alerts, keep the saved search, or let them watch another one first.",
      },
    ],
    call,
  );
}
