import { lookUpDataSource } from "../handlers/look-up";
import { alertLookup } from "./declaration";
import { observedAlert } from "./mapping";

/** `clickstack_alert`: one alert by id or name (docs/internals/api-behavior.md 3.7). */
export const alertDataSource = lookUpDataSource(
  {
    noun: "alert",
    plural: "alerts",
    collection: (client) => client.alerts,
    // An alert without a name is found by its id alone.
    facts: (record) => ({ ...observedAlert(record), id: record.id, name: record.name ?? "", state: record.state }),
    kindOf: ({ state }) => `state ${String(state)}`,
  },
  alertLookup,
  "An alert that exists, found by id or by name.",
);
