import { ClientError, clientErrorOf } from "../../client/http/errors";
import type { DeclaredFields } from "../../declaration/field";
import { type Diagnostic, isUnknownValue, type ObjectValue, type PrivateState, warning } from "../../plugin";
import { isOverTime, tileKindOf } from "../../tile-kinds";
import { alertApi } from "../alert/api";
import type { Call } from "../shared/session";
import type { DashboardDeclaration } from "./declaration";
import type { TileDeclaration } from "./tiles/tile";

/** Key of private state for dashboards that another client created or edited. The API may hide some of their settings. */
const MADE_ELSEWHERE = "madeElsewhere";

/** Private state of a dashboard that another client created or edited. An update by this provider removes it. */
export const madeElsewhere: PrivateState = { [MADE_ELSEWHERE]: true };

export function isMadeElsewhere(memory: PrivateState): boolean {
  return memory[MADE_ELSEWHERE] === true;
}

const MAX_NAMED_TILES = 8;

/** A setting that the UI writes and that the API neither returns nor accepts (docs/internals/api-behavior.md 4.12). */
interface HiddenSetting {
  readonly text: string;
  readonly canBeIn: (config: DeclaredFields) => boolean;
}

const isBuilt = ({ configType }: DeclaredFields) => configType !== "sql";
const hasSeries = (config: DeclaredFields) => tileKindOf(config)?.values !== undefined;
const isTable = ({ displayType }: DeclaredFields) => displayType === "table";

const HIDDEN_SETTINGS: readonly HiddenSetting[] = [
  { text: "condition of the whole chart", canBeIn: (config) => isBuilt(config) && hasSeries(config) },
  { text: "row limit", canBeIn: (config) => isBuilt(config) && isTable(config) },
  { text: "alternate row background", canBeIn: isTable },
  { text: "ratio mode", canBeIn: ({ asRatio }) => asRatio === true },
  { text: "number that fills empty buckets", canBeIn: (config) => isOverTime(config) && config.fillNulls === true },
];

/**
 * Warns before the first update of a dashboard after another client created it or edited its tiles. The update removes
 * the settings that the API hides, and no plan can show them.
 */
export async function hiddenSettings(
  state: ObjectValue,
  { name, tiles }: Pick<DashboardDeclaration, "name" | "tiles">,
  tileIds: Readonly<Record<string, string>>,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const possible = HIDDEN_SETTINGS.flatMap(({ text, canBeIn }) => {
    const affected = Object.entries(tiles).filter(([, { config }]) => canBeIn((config ?? {}) as DeclaredFields));
    return affected.length === 0 ? [] : [`- ${text}: ${tilesText(affected)}`];
  });
  const watched = await hiddenTilesWatched(String(state.id), new Set(Object.values(tileIds)), call);
  const promql = "- tiles in PromQL: the API does not list them";
  const found = watched.map((each) => `- a tile that the API does not list: ${each}`);
  return [
    warning(
      "The update may remove settings that only the UI shows",
      `Another client created the dashboard "${isUnknownValue(name) ? String(state.id) : name}", or edited its tiles. The API does not return these settings, and an ` +
        `update removes them where they are set:\n${[...possible, ...found, promql].join("\n")}\n` +
        "Fix: Compare these tiles in the UI before the apply. Move the condition of a chart into the `where` of its values. " +
        "Set the other settings in the UI again after the apply.",
      ["tiles"],
    ),
  ];
}

function tilesText(tiles: readonly (readonly [key: string, tile: TileDeclaration])[]): string {
  const named = tiles.slice(0, MAX_NAMED_TILES).map(([key, { name }]) => `"${name || key}"`);
  const rest = tiles.length - named.length;
  return rest > 0 ? `${named.join(", ")} and ${rest} more` : named.join(", ");
}

/** Returns the alerts whose tile is missing in the dashboard. If the list fails, the warning omits them. */
async function hiddenTilesWatched(
  dashboardId: string,
  known: ReadonlySet<string>,
  { session, signal }: Call,
): Promise<readonly string[]> {
  const shown = await session.client.collection(alertApi).readShown({ signal }).catch(clientErrorOf);
  const alerts = shown instanceof ClientError ? [] : shown.records;
  return alerts
    .filter((alert) => alert.dashboardId === dashboardId && typeof alert.tileId === "string")
    .filter(({ tileId }) => !known.has(String(tileId)))
    .map(({ id, name, tileId }) => `the alert ${name ? `"${name}"` : id} watches the tile ${String(tileId)}`);
}
