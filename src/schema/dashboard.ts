import * as z from "zod";
import { containerIdsDiffer, dashboardContainer, tilesNameContainers } from "./dashboard-container";
import { dashboardFilter } from "./dashboard-filter";
import { expression } from "./expression";
import { computed, DependentDefault, optional, required } from "./field";
import { otherFields } from "./other-fields";
import { isPresent } from "./present";
import { queryLanguage } from "./query-language";
import { type Rule, withRules } from "./rule";
import { tile } from "./tile";
import { variableNamesDiffer } from "./variable-name";

/** A tile key is the author's own name of a tile; alerts refer to tiles by it. */
export const tileKey = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,100}$/, "A tile key has up to 100 letters, digits, dots, dashes and underscores");

const tileCount: Rule = {
  reads: ["tiles.size"],
  check: ({ tiles }) => {
    const count = Object.keys(tiles as object).length;
    return count > 500 ? `A dashboard holds up to 500 tiles, here are ${count}. Split it.` : undefined;
  },
};

/** Clearing the query clears the language on the server, so a language alone would never settle (docs/internals/api-behavior.md 4.2). */
const languageNeedsQuery: Rule = {
  reads: ["savedQueryLanguage", "savedQuery"],
  check: ({ savedQueryLanguage, savedQuery }) =>
    isPresent(savedQueryLanguage) && (savedQuery ?? "") === ""
      ? "It is the language of the saved query, and there is none. Give the query too, or leave the language out."
      : undefined,
};

const savedFilterValue = z.object({
  type: optional("The language of the condition.", z.enum(["sql"]), { serverDefault: "sql" }),
  condition: required("The condition.", expression),
});

/** A dashboard of ClickStack (docs/internals/api-behavior.md 4). */
export const dashboard = withRules(
  z.object({
    id: computed("The dashboard's id.", z.string()),
    name: required("The dashboard's name. Several dashboards may share one.", z.string().min(1).max(1024)),
    tiles: required(
      "The tiles, by tile key: a name of your choice that stays when the tile is renamed or moved.",
      z.record(tileKey, tile),
    ),
    tags: optional("Labels of the dashboard.", z.array(z.string().max(32)).max(50), {
      unordered: true,
      serverDefault: [],
      clearValue: [],
    }),
    filters: optional("Drop-downs above the tiles.", z.array(dashboardFilter), { serverDefault: [], clearValue: [] }),
    savedQuery: optional("The query that the dashboard opens with.", z.string(), {
      clearValue: null,
      emptyIsAbsent: true,
    }),
    savedQueryLanguage: optional("The language of `saved_query`. Default: lucene.", queryLanguage, {
      serverDefault: new DependentDefault(["savedQuery"], ({ savedQuery }) => (savedQuery ? "lucene" : undefined)),
      clearValue: null,
    }),
    savedFilterValues: optional("The filter conditions that the dashboard opens with.", z.array(savedFilterValue), {
      serverDefault: [],
      clearValue: [],
    }),
    containers: optional("Groups of tiles, in their order.", z.array(dashboardContainer).max(50), {
      serverDefault: [],
      clearValue: [],
    }),
    tileIds: computed(
      "The server's id of each tile, by tile key. An alert names its tile with it.",
      z.record(z.string(), z.string()),
    ),
    otherFields: otherFields("dashboard"),
  }),
  tileCount,
  languageNeedsQuery,
  variableNamesDiffer,
  containerIdsDiffer,
  tilesNameContainers,
);

export type DashboardDeclaration = z.input<typeof dashboard>;
