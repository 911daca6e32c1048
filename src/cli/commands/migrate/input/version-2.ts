import { anyFieldAt, type Json, numberAt, objectAt, objectsAt, textAt } from "./value";

/** Panels of the classic form below one row or tab, or above the first row. */
export interface PanelGroup {
  /** Title of the row; undefined above the first row. */
  readonly title?: string;
  /** Title of the tab. Groups of one container are in order, and all have the title of the container in `title`. */
  readonly tab?: string;
  readonly isCollapsed?: boolean;
  /** Name of the variable for whose values Grafana repeats the group. */
  readonly repeat?: string;
  /** Row of the grid at which the group begins. */
  readonly top?: number;
  readonly panels: readonly Json[];
}

/** Returns true for a dashboard of version 2. */
export function isVersion2(json: Json): boolean {
  return Object.keys(objectAt(json, "elements")).length > 0 && Object.hasOwn(json, "layout");
}

/** Returns the panels of a dashboard of version 2. Rows in tabs become flat. */
export function groupsOfVersion2(spec: Json): readonly PanelGroup[] {
  return groupsOf(objectAt(spec, "layout"), objectAt(spec, "elements"));
}

function groupsOf(layout: Json, elements: Json): readonly PanelGroup[] {
  const spec = objectAt(layout, "spec");
  const items = objectsAt(spec, "items");
  const isRow = (item: Json) => textAt(item, "kind") === "GridLayoutRow";
  const panels = items.filter((item) => !isRow(item)).map((item, index) => placedPanel(item, index, spec, elements));
  const below = [...items.filter(isRow), ...objectsAt(spec, "rows", "tabs")].flatMap((item): readonly PanelGroup[] => {
    const own = objectAt(item, "spec");
    const inside = groupsOf(isRow(item) ? { spec: { items: own.elements } } : objectAt(own, "layout"), elements);
    const [first = { panels: [] }, ...rest] = inside;
    if (textAt(layout, "kind") === "TabsLayout") {
      return [{ title: "Tabs", tab: textAt(own, "title") || "Tab", ...repeatOf(own), panels: stacked(inside) }];
    }
    const isCollapsed = anyFieldAt(own, "collapse", "collapsed") === true;
    const title = own.hideHeader === true ? "" : textAt(own, "title") || "Row";
    const row = { title, isCollapsed, ...repeatOf(own) };
    return first.title === undefined
      ? [{ ...row, panels: first.panels }, ...rest]
      : [{ ...row, panels: [] }, ...inside];
  });
  return [...(panels.length > 0 ? [{ panels }] : []), ...below];
}

function repeatOf(spec: Json): Pick<PanelGroup, "repeat"> {
  const repeat = textAt(objectAt(spec, "repeat"), "value");
  return repeat === "" ? {} : { repeat };
}

/** Places the panels of groups in a tab below each other. They keep the titles of their rows and tabs. */
function stacked(groups: readonly PanelGroup[]): readonly Json[] {
  let [top, end] = [0, 0];
  return groups.flatMap(({ title = "", tab = title, panels }) => {
    top = end;
    return panels.map((panel) => {
      const rowInTab = [tab, textAt(panel, "rowInTab")].filter((each) => each !== "").join(" / ");
      const position = objectAt(panel, "gridPos");
      const y = top + (numberAt(position, "y") ?? 0);
      end = Math.max(end, y + (numberAt(position, "h") ?? 0));
      return { ...panel, gridPos: { ...position, y }, ...(rowInTab !== "" && { rowInTab }) };
    });
  });
}

/** Heights of a layout without positions, in rows of the grid. */
const AUTO_HEIGHTS: ReadonlyMap<string, number> = new Map(Object.entries({ short: 5, tall: 14 }));

/** @param index position in the list, for a layout without positions */
function placedPanel(item: Json, index: number, layout: Json, elements: Json): Json {
  const own = objectAt(item, "spec");
  const columns = Math.max(1, numberAt(layout, "maxColumnCount") ?? 3);
  const [width, height] = [Math.floor(24 / columns), AUTO_HEIGHTS.get(textAt(layout, "rowHeightMode")) ?? 8];
  const gridPos = {
    x: numberAt(own, "x") ?? (index % columns) * width,
    y: numberAt(own, "y") ?? Math.floor(index / columns) * height,
    w: numberAt(own, "width") ?? width,
    h: numberAt(own, "height") ?? height,
  };
  return { ...classicPanel(objectAt(elements, textAt(objectAt(own, "element"), "name"))), gridPos, ...repeatOf(own) };
}

function classicPanel(element: Json): Json {
  const spec = objectAt(element, "spec");
  const data = objectAt(objectAt(spec, "data"), "spec");
  const viz = objectAt(spec, "vizConfig");
  return {
    ...objectAt(data, "queryOptions"),
    ...objectAt(viz, "spec"),
    ...(Object.hasOwn(spec, "libraryPanel") && { libraryPanel: spec.libraryPanel }),
    id: anyFieldAt(spec, "id"),
    title: textAt(spec, "title"),
    links: anyFieldAt(spec, "links"),
    type: kindOf(viz),
    targets: objectsAt(data, "queries").map((query) => classicTarget(objectAt(query, "spec"))),
    transformations: objectsAt(data, "transformations").map((each) => ({
      id: kindOf(each),
      ...objectAt(each, "spec"),
    })),
  };
}

/** Returns the id of a plugin. Earlier drafts have it in `kind`. */
const kindOf = (json: Json): string => textAt(json, "group") || textAt(json, "kind");

function classicTarget(spec: Json): Json {
  const query = objectAt(spec, "query");
  const uid = textAt(objectAt(query, "datasource"), "name") || textAt(objectAt(spec, "datasource"), "uid");
  return {
    ...objectAt(query, "spec"),
    refId: textAt(spec, "refId"),
    hide: spec.hidden === true,
    datasource: { type: kindOf(query), uid },
  };
}

/** Converts a variable of version 2, such as `QueryVariable`, to the classic form. */
export function classicVariable(variable: Json): Json {
  const spec = objectAt(variable, "spec");
  const kind = textAt(variable, "kind")
    .replace(/Variable$/, "")
    .toLowerCase();
  const inner = anyFieldAt(objectAt(spec, "query"), "spec") ?? anyFieldAt(spec, "query");
  return {
    ...spec,
    type: kind === "text" ? "textbox" : kind,
    query: kind === "datasource" ? textAt(spec, "pluginId") : inner,
  };
}
