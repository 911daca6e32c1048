import { lookUpsOf } from "../shared/look-up";
import { type AlertRecord, alertApi, channelsOf } from "./api";
import { alertLookup, alertsLookup } from "./declaration";
import { observedAlert } from "./mapping";

/** Look-ups of alerts (docs/internals/api-behavior.md 3.7). */
export const alertLookUps = lookUpsOf(alertLookup, alertsLookup, {
  api: alertApi,
  facts: alertFacts,
  describe: ({ state }) => `state ${String(state)}`,
});

function alertFacts(record: AlertRecord) {
  const { id, name, state, silenced, executionErrors, createdAt, updatedAt } = record;
  return {
    ...observedAlert(record),
    id,
    // An alert without a name is found by its id only.
    name: name ?? "",
    webhookIds: channelsOf(record).map(({ webhookId }) => webhookId),
    ...{ state, silenced, executionErrors, createdAt, updatedAt },
  };
}
