import type { DeclaredFields } from "../../declaration/field";
import { lookUpsOf } from "../shared/look-up";
import { type AlertRecord, alertApi } from "./api";
import { alertLookup, alertsLookup } from "./declaration";
import { observedAlert } from "./mapping";

/** Look-ups of alerts (docs/internals/api-behavior.md 3.7). */
export const alertLookUps = lookUpsOf(alertLookup, alertsLookup, {
  api: alertApi,
  facts: alertFacts,
  describe: ({ state }) => `state ${String(state)}`,
});

function alertFacts(record: AlertRecord) {
  const { id, name, channels, channel, state, silenced, executionErrors, createdAt, updatedAt } = record;
  const targets = (channels ?? [channel]) as readonly (DeclaredFields | undefined)[];
  return {
    ...observedAlert(record),
    id,
    // An alert without a name is found by its id only.
    name: name ?? "",
    webhookIds: targets.map((target) => target?.webhookId),
    ...{ state, silenced, executionErrors, createdAt, updatedAt },
  };
}
