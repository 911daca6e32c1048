import type { DeclaredFields } from "../../declaration/field";
import type { DataSource } from "../../plugin";
import { type LookUpType, listDataSource, lookUpDataSource } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type AlertRecord, alertApi } from "./api";
import { alertLookup, alertsLookup } from "./declaration";
import { observedAlert } from "./mapping";

const ALERTS = {
  api: alertApi,
  collection: (client) => client.collection(alertApi),
  facts: alertFacts,
  describe: ({ state }) => `state ${String(state)}`,
} satisfies LookUpType<AlertRecord, ReturnType<typeof alertFacts>>;

/** `clickstack_alert`: one alert by id or name (docs/internals/api-behavior.md 3.7). */
export const alertDataSource: DataSource<Session> = lookUpDataSource(
  ALERTS,
  alertLookup,
  "An existing alert, found by id or by name.",
);

/** `clickstack_alerts`: all alerts, or those that match the filters. */
export const alertsDataSource: DataSource<Session> = listDataSource(
  ALERTS,
  alertsLookup,
  "All alerts, or those of one name, dashboard, saved search, webhook or state.",
);

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
