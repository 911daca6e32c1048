import * as z from "zod";
import { computed } from "./field";
import { idAndName, idOrName } from "./id-or-name";
import { withRules } from "./rule";

/** One dashboard, found by id or by name (docs/internals/api-behavior.md 4.1). */
export const dashboardLookup = withRules(
  z.object({
    ...idAndName("dashboard", { nameNote: "Several dashboards may share one." }),
    tags: computed("The labels of the dashboard.", z.array(z.string())),
    tileIds: computed(
      "The server's id of each tile, by a key made from the tile's name: `Error rate` is `error_rate`, a second one `error_rate_2`.",
      z.record(z.string(), z.string()),
    ),
  }),
  idOrName,
);
