import * as z from "zod";
import { computed } from "./field";
import { idAndName, idOrName } from "./id-or-name";
import { withRules } from "./rule";

/** One alert, found by id or by name (docs/internals/api-behavior.md 3.7). */
export const alertLookup = withRules(
  z.object({
    ...idAndName("alert", { nameNote: "An alert may have none, and several may share one." }),
    source: computed("What the alert watches: `tile` or `saved_search`.", z.string()),
    dashboardId: computed("The dashboard that holds the watched tile.", z.string()),
    tileId: computed("The watched tile.", z.string()),
    savedSearchId: computed("The watched saved search.", z.string()),
    groupBy: computed("The expression whose values are evaluated on their own.", z.string()),
    interval: computed("The length of one evaluation window.", z.string()),
    threshold: computed("The value that each window is compared with; the lower bound of a range.", z.number()),
    thresholdType: computed("The comparison that fires.", z.string()),
    thresholdMax: computed("The upper bound of a range.", z.number()),
    message: computed("The text of the notification.", z.string()),
    note: computed("The note for the people who handle the alert.", z.string()),
    state: computed("Whether the alert fires now, as the server says, such as `OK` or `ALERT`.", z.string()),
  }),
  idOrName,
);
