import * as aggregates from "../../../../constructs/aggregate";
import { toTitle } from "../../../../constructs/prop-names";
import type { DeclaredFields } from "../../../../declaration/field";
import { ownValue } from "../../../../own-values";
import { defaultValueOf } from "../../../../resources/dashboard/tiles/select-item";
import type { TileDeclaration } from "../../../../resources/declarations";
import { circleRemark, type DeclaredPosition, type Imported, sparePlacements } from "../../model/imported";
import { inReadingOrder } from "../../model/laid-out-model";
import { camel } from "../../model/names";
import type { LookedUpType } from "../../model/references";
import { identifier, sourceText } from "../../text/code-text";
import { call, type Entry, type Expression, list, literal, object, text } from "../../text/expression";
import type { ModuleScope, ReferringScope } from "./module-scope";

/** Creates the helper call of a click: `onClick.search(logs)`. */
function onClick(scope: ReferringScope, link: DeclaredFields): Pick<Entry, "value" | "comment"> {
  if (!isHelped(link)) {
    return { value: literal(link) };
  }
  const helper = scope.use(sourceText`onClick`);
  if (link.type === "external") {
    return { value: call(sourceText`${helper}.external`, literal(link.urlTemplate)) };
  }
  const { type, target, filters, ...options } = link;
  const { value, comment } = targetOf(scope, String(type), target as DeclaredFields);
  const more = { ...options, ...(filters !== undefined && { filters: byExpression(filters) }) };
  const args = Object.keys(more).length > 0 ? [literal(more)] : [];
  return {
    value: call(sourceText`${helper}.${identifier(String(type))}`, value, ...args),
    ...(comment !== undefined && { comment }),
  };
}

type ClickFilters = readonly { readonly kind?: string; readonly expression: string; readonly template: string }[];

/** Returns true if the helper supports the filters: one value per expression, in the order of object keys. */
function isHelped({ filters }: DeclaredFields): boolean {
  const list = (filters ?? []) as ClickFilters;
  const expressions = Object.keys(byExpression(list));
  return (
    expressions.length === list.length &&
    list.every(
      ({ kind, expression }, index) =>
        kind === undefined && expression !== "__proto__" && expressions[index] === expression,
    )
  );
}

function byExpression(filters: unknown): DeclaredFields {
  return Object.fromEntries((filters as ClickFilters).map(({ expression, template }) => [expression, template]));
}

function targetOf(scope: ReferringScope, type: string, target: DeclaredFields): Pick<Entry, "value" | "comment"> {
  if (target.mode === "template") {
    return { value: object({ name: literal(target.template) }) };
  }
  if (type === "search") {
    return { value: scope.refer("source", target.id) };
  }
  const dashboard = scope.reference("dashboard", target.id);
  if (dashboard.by !== "object" || scope.mayRefer(dashboard.object)) {
    return { value: scope.refer("dashboard", target.id) };
  }
  return { value: text(dashboard.object.id), comment: circleRemark(dashboard.object) };
}

/** Helpers whose names differ from the aggregate function. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = { none: "expression" };

/**
 * Creates the helper call of a select item, if there is one: `quantile(0.95, "Duration", { where: "level:error" })`.
 */
function selectItem(scope: ReferringScope, item: DeclaredFields): Expression {
  const { aggFn, level, valueExpression, ...options } = item;
  const helper = ownValue(NAMED_OTHERWISE, String(aggFn)) ?? camel(String(aggFn));
  const needed = neededOf(item);
  const rest = Object.keys(options).length > 0 ? [options] : [];
  const isUsual = needed.every((each) => each !== undefined) && !(aggFn === "count" && valueExpression !== undefined);
  if (aggFn === undefined || !Object.hasOwn(aggregates, helper) || !isUsual) {
    return literal(item);
  }
  return {
    ...call(scope.use(identifier(helper)), ...[...needed, ...rest].map((each) => literal(each))),
    plain: literal(item),
  };
}

/** Returns the arguments before the options. */
function neededOf({ aggFn, level, ...item }: DeclaredFields): readonly unknown[] {
  if (aggFn === "count") {
    return [];
  }
  const value = item.valueExpression ?? (defaultValueOf({ aggFn, ...item }) || undefined);
  return aggFn === "quantile" ? [level, value] : [value];
}

/** Creates the helper call of a tile: `tile.line({ source: logs, select: [count()] })`. */
export function tileCall(
  scope: ReferringScope,
  {
    key,
    tile,
    placement,
  }: { readonly key: string; readonly tile: DeclaredFields; readonly placement: DeclaredPosition },
): Expression {
  const { name, config, containerId, tabId, extraFields } = tile;
  const { displayType, configType, ...fields } = config as DeclaredFields;
  const entries: Entry[] = [
    ...(name === toTitle(key) ? [] : [{ key: "name", value: literal(name) }]),
    ...Object.entries(fields).flatMap(([field, value]) => entriesOf(scope, field, value)),
    ...plainEntries({ containerId, tabId, extraFields, ...placement }),
  ];
  const helper = scope.use(sourceText`tile`);
  const kind = identifier(camel(String(displayType)));
  return call(
    configType === "sql" ? sourceText`${helper}.sql.${kind}` : sourceText`${helper}.${kind}`,
    object(entries),
  );
}

function entriesOf(scope: ReferringScope, field: string, value: unknown): readonly Entry[] {
  if (field === "onClick") {
    return [{ key: field, ...onClick(scope, value as DeclaredFields) }];
  }
  if (field !== "select" || !Array.isArray(value)) {
    return propEntries(scope, { [field]: value });
  }
  return [{ key: field, value: list(value.map((item) => selectItem(scope, item))) }];
}

/** Fields that contain ids, with the props that accept the objects. */
const REFERRING: Readonly<Record<string, { readonly prop: string; readonly type: LookedUpType }>> = {
  sourceId: { prop: "source", type: "source" },
  appliesToSourceIds: { prop: "appliesTo", type: "source" },
  connectionId: { prop: "connection", type: "connection" },
  connection: { prop: "connection", type: "connection" },
};

/** Converts fields to props. Ids become references. Absent fields are left out. */
export function propEntries(scope: ReferringScope, fields: DeclaredFields): readonly Entry[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const referring = ownValue(REFERRING, field);
    if (!referring) {
      return plainEntries({ [field]: value });
    }
    const refer = (id: unknown) => scope.refer(referring.type, id);
    return [{ key: referring.prop, value: Array.isArray(value) ? list(value.map(refer)) : refer(value) }];
  });
}

/** Converts fields without references. Absent fields are left out. */
export function plainEntries(fields: DeclaredFields): readonly Entry[] {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return present.map(([key, value]) => ({ key, value: literal(value) }));
}

/** Creates `new Dashboard(scope, "checkout", { name: "Checkout", tiles: { ... } })`. */
export function dashboardCall(scope: ModuleScope, dashboard: Imported): Expression {
  const { tiles: _, filters, ...fields } = dashboard.fields;
  const filterList = list(
    ((filters ?? []) as readonly DeclaredFields[]).map((filter) => object(propEntries(scope, filter))),
  );
  return scope.construct(dashboard, [
    ...plainEntries(fields),
    ...(filters ? [{ key: "filters", value: filterList }] : []),
    { key: "tiles", value: tilesObject(scope, dashboard) },
  ]);
}

function tilesObject(scope: ModuleScope, dashboard: Imported): Expression {
  const ordered = inReadingOrder(dashboard.fields);
  const places = Object.entries(ordered).map(([key, tile]) => {
    const { x, y, w, h, containerId, tabId, config } = tile as unknown as TileDeclaration;
    return [key, { displayType: config.displayType, x, y, w, h, containerId, tabId }] as const;
  });
  const placements = sparePlacements(new Map(places));
  const entries = Object.entries(ordered).map(([key, tile]) => ({
    key,
    value: tileCall(scope, { key, tile, placement: placements.get(key) ?? {} }),
  }));
  return object(entries, { isSpread: true });
}
