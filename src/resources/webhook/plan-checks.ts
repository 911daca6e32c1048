import { isObject } from "../../declaration/field";
import type { Diagnostic, ObjectValue } from "../../plugin";
import { alertApi } from "../alert/api";
import { warningsOfReferrers } from "../shared/referrers";
import type { Call } from "../shared/session";
import { webhookApi } from "./api";

/** Warns of alerts that notify a webhook whose destroy is planned (docs/internals/api-behavior.md 3.10). */
export function webhookDestroyWarnings(state: ObjectValue, call: Call): Promise<readonly Diagnostic[]> {
  return warningsOfReferrers(
    webhookApi.name,
    state,
    [
      {
        ...alertApi,
        type: "clickstack_alert",
        collection: ({ alerts }) => alerts,
        refersTo: ({ channel, channels }, id) =>
          [channel, ...(Array.isArray(channels) ? channels : [])].some(
            (each) => isObject(each) && each.webhookId === id,
          ),
        consequence:
          "The server refuses to delete a webhook while it is the first channel of an alert. As a later channel it is deleted, and the next update of the alert fails.",
        fix: "Remove the webhook from these alerts first, or delete them.",
      },
    ],
    call,
  );
}
