import type { DeclaredFields } from "../../../../declaration/field";
import { maximumOf, withinLimits } from "../../../../declaration/limits";
import { type ListShape, type ObjectShape, objectShapeOf, shapeOf } from "../../../../declaration/shape";
import { validate } from "../../../../declaration/validate";
import { dashboard as declaration, MAX_TILES } from "../../../../resources/dashboard/declaration";
import { GRID_COLUMNS, tileField, tileKeys } from "../../../../resources/dashboard/tiles/tile";
import { expectedError } from "../../../terminal/exit";
import type { GrafanaDashboard, Panel, Section } from "../input/dashboards";
import type { GrafanaInput } from "../input/read-documents";
import { objectAt, objectsAt, textAt } from "../input/value";
import { type Converted, joinedResults, LeftOutError, type MigrateContext, type Outcome } from "../migrated";
import type { VariableUse } from "../sql/convert-sql";
import { optionAt } from "./fields";
import { type Area, clipped, repeatedAreas, splitArea } from "./layout";
import { panelTiles } from "./panel-tiles";
import { knownValues, migratedVariables, variablesIn, withValues } from "./variables";

/** Maximum number of copies of a panel or of a row. */
const MAX_COPIES = 20;

const TOO_MANY_TILES = `A dashboard has at most ${MAX_TILES} tiles.`;

/** Matches an address that a link in Markdown can have. */
const ADDRESS = /^https?:\/\/[^\s()]+$/;

const [DASHBOARD, TILE] = [objectShapeOf(declaration), shapeOf(tileField)];
const CONTAINERS = DASHBOARD.fields.containers?.shape as ListShape;
const TABS = (CONTAINERS.item as ObjectShape).fields.tabs?.shape;

/** Converts the dashboards. Each panel has one outcome. */
export function convertDashboards(input: GrafanaInput, context: MigrateContext): Converted {
  return joinedResults(
    input.dashboards.map((dashboard, index) => new Conversion(dashboard, context).result(String(index))),
  );
}

/** One copy of a section or a panel: its variables, and a sentence if Grafana repeats it. */
interface Copy {
  readonly variables: ReadonlyMap<string, VariableUse>;
  readonly difference?: string;
}

/** The result for a panel and its copies: the index of its first tile, or the reason why it is left out. */
interface Result {
  readonly first?: number;
  readonly differences: readonly string[];
}

type Tile = DeclaredFields & Area & { readonly name: string };

class Conversion {
  readonly #tiles: Tile[] = [];
  readonly #containers: { id: string; title: string; collapsed: boolean; tabs: { id: string; title: string }[] }[] = [];
  readonly #results = new Map<Panel, Result>();
  readonly #variables;

  constructor(
    readonly dashboard: GrafanaDashboard,
    readonly context: MigrateContext,
  ) {
    this.#variables = migratedVariables(dashboard, context);
  }

  result(index: string): Converted {
    const { dashboard, context } = this;
    const { file, uid, title, folder, sections } = dashboard;
    const panels = sections.flatMap((section) => section.panels);
    const isRelevant = panels.some(isClickHouse);
    const variables = new Map([...this.#variables].map(([name, { use }]) => [name, use]));
    for (const section of isRelevant ? sections : []) {
      for (const copy of this.copiesOf(section.repeat ?? "", { variables })) {
        this.addSection(section, copy);
      }
    }
    this.addLinks();
    const id = context.idOf("dashboard", file, uid || index, title);
    const named = this.#tiles.map(({ name }, place) => ({ id: String(place).padStart(6, "0"), name }));
    const keys = [...tileKeys(named, {}).values()];
    const tileIds = Object.fromEntries(keys.map((key) => [key, context.idOf("tile", id, key)]));
    const remark = [...this.#results]
      .flatMap(([panel, { first, differences }]) => (first === undefined ? [remarkOf(panel, differences)] : []))
      .join("\n\n");
    const object = { type: "dashboard", id, name: title, fields: this.fieldsOf(keys), tileIds, group: folder } as const;
    return {
      objects: keys.length > 0 ? [{ ...object, ...(remark && { remark }) }] : [],
      outcomes: panels.map((panel) => this.outcomeOf(panel, id, keys)),
      notes: isRelevant ? this.notes() : [],
    };
  }

  private fieldsOf(keys: readonly string[]): DeclaredFields {
    const variables = [...this.#variables.values()];
    const lists = {
      tags: [...new Set(this.dashboard.tags)],
      containers: this.#containers.map(({ tabs, ...rest }) => (tabs.length > 0 ? { ...rest, tabs } : rest)),
      filters: variables.flatMap(({ filter }) => filter ?? []),
      savedFilterValues: variables.flatMap(({ saved }) => saved ?? []),
    };
    const tiles = Object.fromEntries(keys.map((key, index) => [key, this.#tiles[index]]));
    const filled = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
    return { tiles, ...withinLimits(DASHBOARD, { name: this.dashboard.title, ...filled }) };
  }

  private outcomeOf(panel: Panel, id: string, keys: readonly string[]): Outcome {
    const { file, title: owner } = this.dashboard;
    const { first, differences = ["The dashboard has no panel on ClickHouse."] } = this.#results.get(panel) ?? {};
    const title = panel.title || panel.type;
    const common = { kind: "panel", file, owner, title, isClickHouse: isClickHouse(panel), differences } as const;
    if (first === undefined) {
      return { ...common, class: "left out" };
    }
    const target = { id, tileKey: keys[first] ?? "" };
    return { ...common, class: differences.length > 0 ? "approximated" : "exact", target };
  }

  private notes(): readonly string[] {
    const { model, title } = this.dashboard;
    const annotations = objectsAt(objectAt(model, "annotations"), "list").filter(
      ({ builtIn, enable }) => !builtIn && enable !== false,
    );
    const adhoc = [...this.#variables].filter(([, { use }]) => use.kind === "adhoc");
    const links = objectsAt(model, "links").filter((link) => !ADDRESS.test(textAt(link, "url")));
    const lost = [
      ...annotations.map((each) => `annotation "${textAt(each, "name")}"`),
      ...links.map((link) => `link "${textAt(link, "title") || textAt(link, "type")}"`),
    ];
    const of = `of the dashboard "${title}"`;
    return [
      ...lost.map((text) => `ClickStack does not show the ${text} ${of}.`),
      ...adhoc.map(([name]) => `The ad hoc filter ${name} ${of} applies only to tiles with $__filters.`),
    ];
  }

  /** Returns a copy for each value of the variable by which Grafana repeats a row or a panel. */
  private copiesOf(repeat: string, copy: Copy): readonly Copy[] {
    const variable = this.dashboard.variables.find(({ name }) => name === repeat);
    if (repeat === "" || variable === undefined) {
      return [copy];
    }
    const values = variable.current.length > 0 ? variable.current : knownValues(this.dashboard, variable, this.context);
    const copied = values.slice(0, MAX_COPIES);
    const known = `copies for ${copied.length} of ${values.length} known values`;
    const result = values.length === 0 ? "one tile, because the values are not known" : known;
    const difference = `Grafana repeats the panel for each value of ${repeat}; ClickStack has ${result}.`;
    const { isMulti, texts } = variable;
    const inlined = copied.map(
      (value): VariableUse => ({ kind: "inline", values: [value], isMulti, allValue: undefined, texts }),
    );
    const copies = inlined.map((use) => ({ variables: new Map([...copy.variables, [repeat, use]]), difference }));
    return copies.length > 0 ? copies : [{ ...copy, difference }];
  }

  private addSection(section: Section, copy: Copy): void {
    const container = this.containerFor(section, copy);
    // Tiles of several sections without a container are in one grid.
    const top = Object.keys(container).length === 0 ? this.bottom() : 0;
    const moves: { readonly from: number; readonly by: number }[] = [];
    for (const panel of section.panels.toSorted((a, b) => a.y - b.y)) {
      const copies = this.copiesOf(optionAt(panel, "repeat"), copy);
      const y = moves.filter(({ from }) => panel.y >= from).reduce((sum, { by }) => sum + by, top + panel.y);
      const areas = repeatedAreas({ ...panel, y }, copies.length);
      const by = Math.max(...areas.map((area) => area.y - y));
      moves.push(...(by > 0 ? [{ from: panel.y + panel.h, by }] : []));
      for (const [index, each] of copies.entries()) {
        const result = this.addPanel({ ...panel, ...areas[index] }, each, container);
        this.#results.set(panel, joined(this.#results.get(panel), result));
      }
    }
  }

  /** Returns the fields of a tile that name its container; the reason as a text if the dashboard has no room for it. */
  private containerFor({ title, tab, isCollapsed }: Section, { variables }: Copy): DeclaredFields | string {
    const isFirst = this.#tiles.length + this.#containers.length === 0;
    if (tab === undefined && (title === undefined || (title === "" && isFirst))) {
      return {};
    }
    const nameOf = (text: string) => withValues(text, variables).trim() || "Row";
    const [name, last] = [nameOf(title ?? "Tabs"), this.#containers.at(-1)];
    const isNextTab = tab !== undefined && last?.title === name && last.tabs.length > 0;
    const [maxContainers, maxTabs] = [maximumOf(CONTAINERS), maximumOf(TABS)];
    if (isNextTab ? last.tabs.length >= maxTabs : this.#containers.length >= maxContainers) {
      return `A dashboard has at most ${maxContainers} containers with ${maxTabs} tabs each.`;
    }
    const container = isNextTab
      ? last
      : { id: `row_${this.#containers.length + 1}`, title: name, collapsed: isCollapsed, tabs: [] };
    this.#containers.splice(isNextTab ? -1 : this.#containers.length, 1, container);
    if (tab === undefined) {
      return { containerId: container.id };
    }
    const tabId = `tab_${container.tabs.push({ id: `tab_${container.tabs.length + 1}`, title: nameOf(tab) })}`;
    return { containerId: container.id, tabId };
  }

  private addPanel(panel: Panel, { variables, difference = "" }: Copy, container: DeclaredFields | string): Result {
    try {
      if (typeof container === "string") {
        throw new LeftOutError(container);
      }
      if (optionAt(panel, "repeatPanelId") !== "") {
        throw new LeftOutError("The panel is a stored copy of a repeated panel. Grafana creates the copies again.");
      }
      // The other panels are not converted, because a dashboard can have any number of them.
      if (this.#tiles.length >= MAX_TILES) {
        throw new LeftOutError(TOO_MANY_TILES);
      }
      const { tiles, differences } = panelTiles(
        { ...panel, title: withValues(panel.title, variables).trim() },
        { context: this.context, variables },
      );
      const areas = splitArea(panel, tiles.length);
      const first = this.#tiles.length;
      this.addTiles(
        tiles.map(({ name, config }, index) => ({ name, ...clipped(areas[index] ?? panel), ...container, config })),
      );
      const row = textAt(panel.model, "rowInTab");
      const below = row && `Grafana shows the panel below "${row}"; ClickStack has no rows in tabs.`;
      const all = [difference, below, ...differences, ...this.variableDifferences(panel, variables)];
      return { first, differences: [...new Set(all)].filter((text) => text !== "") };
    } catch (error) {
      return { differences: [expectedError(error, LeftOutError).message] };
    }
  }

  /** Returns the end of the tiles that are in no container. */
  private bottom(): number {
    const above = this.#tiles.filter(({ containerId }) => containerId === undefined);
    return Math.max(0, ...above.map((tile) => tile.y + tile.h));
  }

  private addTiles(tiles: readonly Tile[]): void {
    const [issue] = tiles.flatMap((tile) => validate(TILE, tile, () => false));
    if (issue || this.#tiles.length + tiles.length > MAX_TILES) {
      throw new LeftOutError(issue ? `ClickStack refuses the tile: ${issue.message}` : TOO_MANY_TILES);
    }
    this.#tiles.push(...tiles);
  }

  /** Returns the sentences of the variables that a panel uses. */
  private variableDifferences(panel: Panel, variables: Copy["variables"]): readonly string[] {
    const used = variablesIn(
      [panel.title, optionAt(panel, "interval"), ...panel.queries.map(({ sql }) => sql)].join("\n"),
    );
    const own = used.filter((name) => this.#variables.get(name)?.use === variables.get(name));
    const isInTitle = variablesIn(panel.title).some((name) => variables.get(name)?.kind === "filter");
    const title = "Grafana shows the value of a variable in the title; ClickStack shows its name.";
    return [...own.map((name) => this.#variables.get(name)?.difference ?? ""), isInTitle ? title : ""];
  }

  /** Adds the links of the dashboard as a text below the tiles that are in no container. */
  private addLinks(): void {
    const lines = objectsAt(this.dashboard.model, "links").flatMap((link) => {
      const [title, url] = [textAt(link, "title").replace(/[[\]\\]/g, "\\$&") || "Link", textAt(link, "url")];
      return ADDRESS.test(url) ? [`- [${title}](${url})`] : [];
    });
    if (lines.length > 0 && this.#tiles.length > 0 && this.#tiles.length < MAX_TILES) {
      const config = { displayType: "markdown", markdown: lines.join("\n") };
      this.addTiles([withinLimits(TILE, { name: "Links", x: 0, y: this.bottom(), w: GRID_COLUMNS, h: 2, config })]);
    }
  }
}

/** Joins the result of a copy with the result of the earlier ones. A panel is left out if all its copies are. */
function joined(earlier: Result | undefined, result: Result): Result {
  const results = earlier ? [earlier, result] : [result];
  const first = earlier?.first ?? result.first;
  const lists = results.map(({ first: own, differences }) =>
    first === undefined || own !== undefined
      ? differences
      : differences.map((reason) => `A copy is left out. ${reason}`),
  );
  return { ...(first !== undefined && { first }), differences: [...new Set(lists.flat())] };
}

function isClickHouse({ queries }: Panel): boolean {
  return queries.some(({ plugin }) => plugin !== "other");
}

function remarkOf({ title, type, queries }: Panel, [reason]: readonly string[]): string {
  const sql = queries.map((query) => query.sql).filter((each) => each !== "");
  return [`Left out: the panel "${title || type}". ${reason}`, ...sql].join("\n");
}
