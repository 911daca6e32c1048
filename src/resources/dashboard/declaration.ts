import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import {
  computed,
  type DeclaredFields,
  DependentDefault,
  isPresent,
  omittedDefault,
  optional,
  required,
} from "../../declaration/field";
import { declareLookUp, factsOf, listLookUpOf } from "../../declaration/look-ups";
import { otherFields } from "../../declaration/other-fields";
import { elementsDiffer, type Rule, withRules, withSynonyms } from "../../declaration/rules";
import { objectIdField } from "../../declaration/value-types";
import { omittedFlag, queryLanguage } from "../shared/query-fields";
import { DASHBOARD_SYNONYMS } from "../synonyms";
import { dashboardFilter, savedFilterValue, variableNamesDiffer } from "./filter";
import { tileField } from "./tiles/tile";

/** @param what the noun of one object, such as `container` */
const idsDiffer = (list: string, what: string) =>
  elementsDiffer({ list, field: "id", message: (id) => `Another ${what} has the id "${id}". Use different ids.` });

const containerTab = z.object({
  id: required("The tab's id. Tiles refer to it with `tab_id`.", z.string().min(1).max(256)),
  title: required("The tab's title.", z.string().min(1).max(256)),
});

/** A group of tiles on a dashboard (docs/internals/api-behavior.md 4.5). The author chooses its id. */
export const dashboardContainer = withRules(
  z.object({
    id: required("The container's id. Tiles refer to it with `container_id`.", z.string().min(1).max(256)),
    title: required("The container's title.", z.string().min(1).max(256)),
    collapsed: required("True if the container is initially collapsed.", z.boolean()),
    collapsible: omittedFlag("True if users can collapse the container.", true),
    bordered: omittedFlag("True if the container has a border.", true),
    tabs: optional("Tabs of the container.", z.array(containerTab).max(20), omittedDefault([])),
    extraFields: extraFields("container"),
  }),
  idsDiffer("tabs", "tab of this container"),
);

/** Requires that the dashboard has the container, and the tab, that each tile refers to. */
const tilesNameContainers: Rule = {
  reads: ["tiles.*.containerId", "tiles.*.tabId", "containers.*.id", "containers.*.tabs.*.id"],
  check: ({ tiles, containers }) => {
    for (const [key, tile] of Object.entries((tiles ?? {}) as Record<string, DeclaredFields>)) {
      const stray = strayReference(tile, listOf(containers));
      if (stray) {
        return { message: stray.message, path: ["tiles", { key }, stray.field] };
      }
    }
    return undefined;
  },
};

function strayReference(
  tile: DeclaredFields,
  containers: readonly DeclaredFields[],
): { message: string; field: string } | undefined {
  const { containerId, tabId } = tile;
  if (!isPresent(containerId)) {
    return undefined;
  }
  const container = containers.find(({ id }) => id === containerId);
  if (!container) {
    return {
      message: `The dashboard has no container "${String(containerId)}". ${choice("container", idsOf(containers))}`,
      field: "containerId",
    };
  }
  if (!isPresent(tabId) || idsOf(container.tabs).includes(tabId)) {
    return undefined;
  }
  return {
    message: `The container "${String(containerId)}" has no tab "${String(tabId)}". ${choice("tab", idsOf(container.tabs))}`,
    field: "tabId",
  };
}

function choice(kind: string, ids: readonly unknown[]): string {
  if (ids.length === 0) {
    return `It has no ${kind} at all: declare one, or leave this out.`;
  }
  return `Declare it, or name one of ${ids.map((id) => `"${String(id)}"`).join(", ")}.`;
}

function idsOf(list: unknown): readonly unknown[] {
  return listOf(list).map(({ id }) => id);
}

function listOf(list: unknown): readonly DeclaredFields[] {
  return (list ?? []) as readonly DeclaredFields[];
}

/** The author's name of a tile. Alerts refer to tiles by it. */
const tileKey = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,100}$/, "A tile key has up to 100 letters, digits, dots, dashes and underscores");

export const MAX_TILES = 500;

const tileCount: Rule = {
  reads: ["tiles.size"],
  check: ({ tiles }) => {
    const count = Object.keys(tiles as object).length;
    const message = `A dashboard has at most ${MAX_TILES} tiles, and this one has ${count}. Split it.`;
    return count > MAX_TILES ? message : undefined;
  },
};

/**
 * Requires a query with a language. The server clears the language with the query, so a language without a query would
 * differ in every plan (docs/internals/api-behavior.md 4.2).
 */
const languageNeedsQuery: Rule = {
  reads: ["savedQueryLanguage", "savedQuery"],
  refuses: ({ savedQueryLanguage, savedQuery }) => isPresent(savedQueryLanguage) && (savedQuery ?? "") === "",
  message: "A language requires a saved query. Set the query, or leave the language out.",
};

const url = computed(
  "The address of the dashboard in the UI, below the provider's `ui_endpoint`. Null if the provider does not know its `ui_endpoint`.",
  z.string(),
  { changedByApplies: true },
);

/** A dashboard of ClickStack (docs/internals/api-behavior.md 4). */
export const dashboard = withRules(
  z.object({
    id: computed("The dashboard's id.", z.string()),
    name: required("The dashboard's name. Several dashboards can have the same name.", z.string().max(1024)),
    tiles: required(
      "The tiles by tile key. Choose keys that stay the same when a tile is renamed or moved.",
      z.record(tileKey, tileField),
    ),
    tags: optional("Labels of the dashboard, such as `checkout`.", z.array(z.string().max(32)).max(50), {
      unordered: true,
      serverDefault: [],
      clearValue: [],
    }),
    filters: optional("Drop-down filters above the tiles.", z.array(dashboardFilter), {
      serverDefault: [],
      clearValue: [],
    }),
    savedQuery: optional("The initial query of the dashboard, such as `ServiceName:checkout`.", z.string(), {
      clearValue: null,
      emptyIsAbsent: true,
      language: { namedBy: "savedQueryLanguage" },
    }),
    savedQueryLanguage: optional("The language of `saved_query`. Default: lucene.", queryLanguage, {
      serverDefault: new DependentDefault(["savedQuery"], ({ savedQuery }) => (savedQuery ? "lucene" : undefined)),
      clearValue: null,
    }),
    savedFilterValues: optional(
      "The initial values of the dashboard's filters: conditions, and values of variables.",
      z.array(savedFilterValue),
      {
        serverDefault: [],
        clearValue: [],
      },
    ),
    containers: optional("Groups of tiles, in their order.", z.array(dashboardContainer).max(50), {
      serverDefault: [],
      clearValue: [],
    }),
    tileIds: computed(
      "The server's id of each tile, by tile key. An alert refers to its tile by this id.",
      z.record(z.string(), z.string()),
      { refersTo: "tile" },
    ),
    url,
    extraFields: extraFields("dashboard"),
    otherFields: otherFields("dashboard"),
  }),
  tileCount,
  languageNeedsQuery,
  variableNamesDiffer,
  idsDiffer("containers", "container"),
  tilesNameContainers,
);

withSynonyms(dashboard, DASHBOARD_SYNONYMS);

export type DashboardDeclaration = z.input<typeof dashboard>;

const dashboardFacts = {
  ...factsOf(dashboard, "tiles", "tileIds", "filters", "containers"),
  tileIds: computed(
    "The server's id of each tile, by a key derived from the tile's name: `Error rate` is `error_rate`, a second one `error_rate_2`.",
    z.record(z.string(), z.string()),
    { refersTo: "tile" },
  ),
  sourceIds: computed("The sources that its tiles and filters query.", z.array(z.string()), { refersTo: "source" }),
};

/** One dashboard, found by id or by name (docs/internals/api-behavior.md 4.1). */
export const dashboardLookup = declareLookUp("dashboard", dashboardFacts, {
  nameNote: "Several dashboards can have the same name.",
});

export const dashboardsLookup = listLookUpOf("dashboards", "dashboard", dashboardFacts, {
  tag: optional("Lists only dashboards with this label.", z.string()),
  sourceId: optional("Lists only dashboards with a tile or filter that queries this source.", objectIdField, {
    refersTo: "source",
  }),
});
