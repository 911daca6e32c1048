import { isObject, isPresent } from "../../../../declaration/field";
import { type ApiFields, apiFieldsIn, drawnDashboard, flawsOf, type Place, placeText } from "../../../../drawing";
import { remember } from "../../../../remember";
import { GRID_COLUMNS } from "../../../../resources/declarations";
import { lintedTiles, withTile } from "../charts";
import { lintRule, type RuleFinding, repeated } from "../lint-rule";
import { DASHBOARD_TYPE, describeObject, type LintedObject } from "../linted-objects";
import { isUnevaluated } from "../unevaluated";

const emptyDashboardRule = lintRule({
  id: "empty-dashboard",
  severity: "warn",
  description: "A dashboard has no tiles.",
  fix: "Add tiles, or remove the dashboard.",
  limits: "The rule does not see tiles that an expression creates.",
  types: [DASHBOARD_TYPE],
  checkObject: (dashboard) => {
    const { tiles } = dashboard.fields;
    const isEmpty = !isUnevaluated(tiles) && Object.keys(isObject(tiles) ? tiles : {}).length === 0;
    return isEmpty ? `The ${describeObject(dashboard)} has no tiles.` : undefined;
  },
});

const overlappingTilesRule = lintRule({
  id: "overlapping-tiles",
  severity: "warn",
  description: "A tile overlaps another tile, or hides it.",
  fix: "Move or shrink one of the tiles. Rows and the automatic layout never overlap.",
  limits: "The rule reports the first overlap of each tile. It skips tiles whose place an expression sets.",
  types: [DASHBOARD_TYPE],
  checkObject: overlapsIn,
});

function overlapsIn(object: LintedObject): readonly RuleFinding[] {
  const found = new Map<string, RuleFinding>();
  const order = new Map(lintedTiles(object).map(([id], index) => [id, index]));
  const indexOf = (id: string | undefined) => order.get(id ?? "") ?? 0;
  for (const { tiles } of sectionsOf(object)) {
    for (const overlap of flawsOf({ tiles }).overlaps) {
      const [first, second] = overlap.tiles.toSorted((x, y) => indexOf(x.id) - indexOf(y.id));
      if (first && second && !found.has(second.id)) {
        const verb = covers(first, second) ? "is hidden behind" : "overlaps";
        const place = placeText(overlap);
        const message = `The ${describeObject(object, second.id)} ${verb} the tile "${first.id}" at ${place}.`;
        found.set(second.id, { object, tile: second.id, message });
      }
    }
  }
  return [...found.values()].sort((x, y) => indexOf(x.tile) - indexOf(y.tile));
}

function covers(outer: Place, inner: Place): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.w >= inner.x + inner.w &&
    outer.y + outer.h >= inner.y + inner.h
  );
}

/** Returns the tiles with a known place, by grid. */
function sectionsOf(object: LintedObject) {
  const placed = lintedTiles(object).filter(([, tile]) => placeOf(tile) && !isUnevaluated(tile.containerId));
  const tiles = placed.map(([id, { config: _, ...tile }]) => ({ ...tile, id }));
  return drawnDashboard({ containers: object.fields.containers, tiles }).sections;
}

function placeOf({ x, y, w, h }: ApiFields): Place | undefined {
  return typeof x === "number" && typeof y === "number" && typeof w === "number" && typeof h === "number"
    ? { x, y, w, h }
    : undefined;
}

const unreachableTileRule = lintRule({
  id: "unreachable-tile",
  severity: "error",
  description: "A tile is outside of the grid, or in a container or tab that does not exist or cannot be opened.",
  fix: "Place the tile within the 24 columns, and in a container and a tab of the dashboard.",
  limits: "The rule skips containers and places that an expression sets.",
  types: [DASHBOARD_TYPE],
  fixableIf: "the tile ends outside of the grid, and the place at the right edge is free",
  checkObject: (object) =>
    lintedTiles(object).flatMap(([tile, fields]) => {
      const place = placeOf(fields);
      const isOutside = place && (place.x + place.w > GRID_COLUMNS || place.x < 0 || place.y < 0);
      const problem = containerProblem(fields, object.fields.containers);
      return [
        isOutside ? { tile, ...gridFinding(object, tile, place) } : undefined,
        problem === undefined ? undefined : { tile, message: `The ${describeObject(object, tile)} ${problem}.` },
      ];
    }),
});

function gridFinding(object: LintedObject, tile: string, { x, y, w }: Place): Pick<RuleFinding, "message" | "repair"> {
  const title = describeObject(object, tile);
  if (x < 0 || y < 0) {
    return { message: `The ${title} begins at column ${x} and row ${y}.` };
  }
  return {
    message: `The ${title} ends at column ${x + w}. The grid has ${GRID_COLUMNS}.`,
    repair: movableTiles(object).has(tile) ? (fields) => withTile(fields, tile, { x: GRID_COLUMNS - w }) : undefined,
  };
}

/** Returns the tiles that overlap no other tile after all tiles outside of the grid moved to its right edge. */
const movableTiles = remember((object: LintedObject): ReadonlySet<string> => {
  const { tiles } = object.fields;
  const arePlacesKnown =
    isObject(tiles) &&
    Object.values(tiles).every(
      (each) =>
        isObject(each) && placeOf(each) && ![each, each.containerId, each.tabId].some((part) => isUnevaluated(part)),
    );
  const free = (arePlacesKnown ? sectionsOf(object) : []).flatMap((section) => {
    const { overlaps } = flawsOf({ tiles: section.tiles.map(atRightEdge) });
    const overlapping = new Set(overlaps.flatMap((overlap) => overlap.tiles.map(({ id }) => id)));
    return section.tiles.filter(({ id, w }) => w <= GRID_COLUMNS && !overlapping.has(id)).map(({ id }) => id);
  });
  return new Set(free);
});

/** Moves a tile that ends outside of the grid to the right edge. */
function atRightEdge<Placed extends Place>(tile: Placed): Placed {
  return tile.x + tile.w > GRID_COLUMNS ? { ...tile, x: Math.max(0, GRID_COLUMNS - tile.w) } : tile;
}

function containerProblem({ containerId, tabId }: ApiFields, containers: unknown): string | undefined {
  if (!isPresent(containerId) || isUnevaluated(containerId)) {
    return undefined;
  }
  const container = apiFieldsIn(containers).find(({ id }) => id === containerId);
  if (!container) {
    const problem = `is in the container "${String(containerId)}", which does not exist`;
    return hasUnknownIds(containers) ? undefined : problem;
  }
  if (container.collapsed === true && container.collapsible === false) {
    return `is in the container "${String(containerId)}", which is collapsed and cannot be opened`;
  }
  const isInTab = isPresent(tabId) && !isUnevaluated(tabId);
  return !isInTab || apiFieldsIn(container.tabs).some(({ id }) => id === tabId) || hasUnknownIds(container.tabs)
    ? undefined
    : `is in the tab "${String(tabId)}", which the container "${String(containerId)}" does not have`;
}

/** Returns true if an expression sets containers or tabs, or some of their ids. */
function hasUnknownIds(items: unknown): boolean {
  return [items, ...apiFieldsIn(items).flatMap((each) => [each, each.id])].some(isUnevaluated);
}

const duplicateTitleRule = lintRule({
  id: "duplicate-title",
  severity: "warn",
  description: "Two dashboards of a stack, or two tiles of one kind in one grid, have the same title.",
  fix: "Give each dashboard and each tile a title that shows the difference.",
  limits: "Tiles of different kinds can have one title, such as a number and a line. The rule skips markdown tiles.",
  types: [DASHBOARD_TYPE],
  check: (dashboards) => {
    const sameNames = repeated(dashboards, ({ stack, fields, block }) =>
      typeof fields.name === "string" && block.for_each === undefined
        ? JSON.stringify([stack.name, fields.name.trim()])
        : undefined,
    );
    return [
      ...sameNames.map(([object, first]) => ({
        object,
        message: `The ${describeObject(object)} has the same name as ${first.address}.`,
      })),
      ...dashboards.flatMap(sameTitlesIn),
    ];
  },
});

function sameTitlesIn(object: LintedObject): readonly RuleFinding[] {
  const byKey = new Map(lintedTiles(object));
  const grids = sectionsOf(object).map(({ tiles }) => tiles.map(({ id }) => id));
  return grids.flatMap((keys) =>
    repeated(keys, (key) => titleKey(byKey.get(key))).map(([tile, first]) => ({
      ...{ object, tile },
      message: `The ${describeObject(object, tile)} has the same title as the tile "${first}": "${String(byKey.get(tile)?.name).trim()}".`,
    })),
  );
}

/** Returns a text that is equal for two tiles with one title; undefined for a tile without a title. */
function titleKey({ name, config }: ApiFields = {}): string | undefined {
  const { displayType, configType } = (config ?? {}) as ApiFields;
  const hasTitle = typeof name === "string" && name.trim() !== "" && displayType !== "markdown";
  return hasTitle ? JSON.stringify([name.trim(), displayType, configType]) : undefined;
}

export const layoutRules = [emptyDashboardRule, unreachableTileRule, overlappingTilesRule, duplicateTitleRule];
