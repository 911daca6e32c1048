import { isJsonObject } from "../../../../client/json";
import { type DatasourceTypes, readQuery } from "./query";
import { anyFieldAt, type Json, jsonObjects, numberAt, objectAt, objectsAt, textAt, textsAt } from "./value";
import { classicVariable, groupsOfVersion2, isVersion2, type PanelGroup } from "./version-2";

export type GrafanaDashboard = ReturnType<typeof readGrafanaDashboard>;

/** Panels below a row, in a tab, or above the first row. */
export type Section = GrafanaDashboard["sections"][number];

/** A panel in the form of the classic model. Positions are relative to its section. */
export type Panel = Readonly<ReturnType<typeof readPanel>>;

/** A variable of a dashboard, in the form of the classic model. */
export type Variable = Readonly<ReturnType<typeof readVariable>>;

/** Facts about a dashboard that are outside of its model. */
export interface DashboardPlace {
  readonly file: string;
  readonly folder: string;
  /** Models of library panels, by uid. */
  readonly libraryPanels: ReadonlyMap<string, Json>;
  readonly types: DatasourceTypes;
}

/** Returns true for the classic model and for version 2. */
export function isDashboard(json: Json): boolean {
  return ["panels", "rows"].some((name) => Array.isArray(json[name])) || isVersion2(json);
}

/** Reads a dashboard in the classic form or in version 2. */
export function readGrafanaDashboard(model: Json, place: DashboardPlace) {
  const classic = objectsAt(objectAt(model, "templating"), "list");
  const variables = [...classic, ...objectsAt(model, "variables").map(classicVariable)].map(readVariable);
  const types = new Map([
    ...place.types,
    ...objectsAt(model, "__inputs").map((input) => [textAt(input, "name"), textAt(input, "pluginId")] as const),
    ...variables.filter(({ type }) => type === "datasource").map(({ name, query }) => [name, query] as const),
  ]);
  const own = libraryPanelsIn(Object.values(objectAt(model, "__elements")));
  const libraryPanels = new Map([...place.libraryPanels, ...own]);
  const rows = objectsAt(model, "rows");
  const groups = rows.length > 0 ? rows.map(groupOfRow) : groupsOf(objectsAt(model, "panels"));
  return {
    /** Path as the user named it, with `/`, or the address in a running Grafana. */
    file: place.file,
    uid: textAt(model, "uid"),
    title: textAt(model, "title") || "Dashboard",
    /** Title of the folder; empty for the general one. */
    folder: place.folder,
    tags: textsAt(model, "tags"),
    sections: (isVersion2(model) ? groupsOfVersion2(model) : groups).map(
      ({ title, isCollapsed = false, top = 0, panels, ...rest }) => ({
        ...rest,
        title,
        isCollapsed,
        panels: panels.map((panel) => readPanel(panel, top, { types, libraryPanels })),
      }),
    ),
    variables,
    /** The classic model, for `links` and `annotations`. */
    model,
  };
}

/** Width of the grid, and size of a panel without one. */
const GRID = { columns: 24, w: 12, h: 8 };

/** Groups a list in which a row is a panel. An open row is followed by its panels; a collapsed one contains them. */
function groupsOf(panels: readonly Json[]): readonly PanelGroup[] {
  const groups: { row: Json | undefined; panels: Json[] }[] = [{ row: undefined, panels: [] }];
  const at = (name: string) => (panel: Json) => numberAt(objectAt(panel, "gridPos"), name) ?? 0;
  const [y, x] = [at("y"), at("x")];
  for (const panel of panels.toSorted((a, b) => y(a) - y(b) || x(a) - x(b))) {
    if (textAt(panel, "type") === "row") {
      groups.push({ row: panel, panels: [...objectsAt(panel, "panels")] });
    } else {
      groups.at(-1)?.panels.push(panel);
    }
  }
  const filled = groups.filter(({ row, panels: inside }) => row !== undefined || inside.length > 0);
  return filled.map(({ row, panels: inside }) =>
    row ? { ...headOf(row), isCollapsed: row.collapsed === true, top: y(row) + 1, panels: inside } : { panels: inside },
  );
}

function headOf(row: Json): Pick<PanelGroup, "title" | "repeat"> {
  const repeat = textAt(row, "repeat");
  return { title: textAt(row, "title") || "Row", ...(repeat !== "" && { repeat }) };
}

/** Places the panels of a row before version 16. `span` is the width of 12. A panel that exceeds it begins a line. */
function groupOfRow(row: Json): PanelGroup {
  let [x, y, lineHeight] = [0, 0, 0];
  const panels = objectsAt(row, "panels").map((panel) => {
    const w = Math.min(GRID.columns, Math.round((numberAt(panel, "span") ?? 6) * 2));
    const pixels = Number.parseInt(textAt(panel, "height") || textAt(row, "height"), 10);
    const h = Number.isNaN(pixels) ? GRID.h : Math.max(2, Math.round(pixels / 38));
    if (x + w > GRID.columns) {
      [x, y, lineHeight] = [0, y + lineHeight, 0];
    }
    const placed = { ...panel, gridPos: { x, y, w, h } };
    x += w;
    lineHeight = Math.max(lineHeight, h);
    return placed;
  });
  const isUntitled = row.showTitle === false || textAt(row, "title") === "";
  return { ...(!isUntitled && headOf(row)), isCollapsed: row.collapse === true, panels };
}

function readPanel(
  panel: Json,
  top: number,
  { types, libraryPanels }: Pick<DashboardPlace, "types" | "libraryPanels">,
) {
  const library = libraryPanels.get(textAt(objectAt(panel, "libraryPanel"), "uid"));
  const model = withStyles(library ? { ...panel, ...objectAt(library, "model"), gridPos: panel.gridPos } : panel);
  const at = (name: string) => numberAt(objectAt(panel, "gridPos"), name);
  const isMissing = library === undefined && Object.hasOwn(panel, "libraryPanel");
  return {
    id: textAt(panel, "id"),
    type: textAt(model, "type") || (isMissing ? "library panel" : ""),
    title: textAt(panel, "title") || textAt(model, "title"),
    x: at("x") ?? 0,
    y: Math.max(0, (at("y") ?? 0) - top),
    w: at("w") ?? GRID.w,
    h: at("h") ?? GRID.h,
    queries: objectsAt(model, "targets").map((target) => readQuery(target, [target, model], types)),
    /** The panel as in the export: `options`, `fieldConfig`, `transformations`, `interval`, `timeFrom`, `links`. */
    model,
  };
}

/** Returns the model of an old table with its styles as options of fields. New tables ignore their old options. */
function withStyles(model: Json): Json {
  // The first style of a column applies, but the last override.
  const styles = objectsAt(model, "styles").toReversed();
  if (model.type !== "table-old" && (styles.length === 0 || Object.hasOwn(model, "fieldConfig"))) {
    return { ...model, sort: undefined, transform: undefined };
  }
  const formatOf = ({ type, unit, decimals }: Json) => (type === "number" ? { unit, decimals } : {});
  const overrides = styles.map((style) => {
    const { pattern, alias, type } = style;
    const options = { ...formatOf(style), ...(alias !== pattern && { displayName: alias }) };
    const used = Object.entries(options).filter(([, value]) => value !== "" && value !== undefined && value !== null);
    const properties = [...used, ...(type === "hidden" ? [["custom.hidden", true]] : [])];
    return {
      matcher: { id: "byName", options: pattern },
      properties: properties.map(([id, value]) => ({ id, value })),
    };
  });
  // Patterns can match any number of columns, so only names are converted.
  const named = overrides.filter(({ matcher }) => /^\w+$/.test(String(matcher.options)));
  const all = styles.find(({ pattern }) => pattern === "/.*/") ?? {};
  return { ...model, fieldConfig: { defaults: formatOf(all), overrides: named } };
}

/** Reads a variable of the classic model. */
function readVariable(json: Json) {
  const type = textAt(json, "type");
  const query = anyFieldAt(json, "query", "definition");
  const text = isJsonObject(query) ? textAt(query, "rawSql", "query", "__legacyStringValue") : String(query ?? "");
  // Grafana creates the option of a text box from its query.
  const stored = type === "textbox" ? [] : objectsAt(json, "options");
  const isList = stored.length === 0 && (type === "custom" || type === "interval");
  const options = isList ? listedValues(text) : stored.filter(({ value }) => value !== "$__all");
  const others = options.filter(
    (each) => textAt(each, "text") !== "" && textAt(each, "text") !== textAt(each, "value"),
  );
  // Old exports contain the text of All as its value.
  const all = ["", "$__all", json.includeAll === true ? "All" : ""];
  const valuesOf = (values: readonly Json[]) =>
    values.map((each) => textAt(each, "value")).filter((value) => !all.includes(value));
  return {
    name: textAt(json, "name"),
    type,
    label: textAt(json, "label"),
    /** The query or the list of values as text. */
    query: text,
    /** Known values, without All. */
    options: valuesOf(options),
    /** Texts that Grafana shows for values, if they differ. */
    texts: new Map(others.map((each) => [textAt(each, "value"), textAt(each, "text")])),
    /** Selected values; empty for All. */
    current: valuesOf([anyFieldAt(objectAt(json, "current"), "value")].flat().map((value) => ({ value }))),
    includesAll: json.includeAll === true,
    /** Text that Grafana inserts for All, instead of the list of values. */
    allValue: textAt(json, "allValue") || undefined,
    isMulti: json.multi === true,
    model: json,
  };
}

/** Returns the options of a text such as `a, label : b`. A comma after a backslash belongs to the value. */
function listedValues(list: string): readonly Json[] {
  const parts = list.match(/(?:\\,|[^,])+/g) ?? [];
  return parts.map((part) => {
    const [text = "", value = text] = part.split(" : ").map((each) => each.replaceAll("\\,", ",").trim());
    return { text, value };
  });
}

/** Returns the models of library panels in a response or an export, by uid. */
export function libraryPanelsIn(value: unknown): ReadonlyMap<string, Json> {
  return new Map(jsonObjects(value).map((element) => [textAt(element, "uid"), element]));
}
