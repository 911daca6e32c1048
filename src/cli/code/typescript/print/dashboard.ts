import * as aggregates from "../../../../constructs/aggregate";
import { toTitle } from "../../../../constructs/prop-names";
import { type DeclaredFields, isPlainObject } from "../../../../declaration/field";
import { type CompoundShape, isCompound, type Shape, shapeOf, type VariantsShape } from "../../../../declaration/shape";
import { selectObject } from "../../../../declaration/visitor";
import { ownValue } from "../../../../own-values";
import { defaultValueOf, QUANTILE_LEVELS } from "../../../../resources/dashboard/tiles/select-item";
import { tileConfigField } from "../../../../resources/dashboard/tiles/tile-config";
import type { TileDeclaration } from "../../../../resources/declarations";
import { TYPE_FACTS } from "../../../project/imported-types";
import { circleRemark, type DeclaredPosition, type Imported, sparePlacements } from "../../model/imported";
import { camel } from "../../model/names";
import { inReadingOrder } from "../../model/placed-model";
import type { LookedUpType } from "../../model/references";
import { codeText, identifier } from "../../text/code-text";
import { call, type Entry, type Expression, list, literal, object, text } from "../../text/expression";
import type { ModuleScope, ReferringScope } from "./module-scope";

/** Creates the helper call of a click: `onClick.search(logs)`. */
function onClick(scope: ReferringScope, link: DeclaredFields): Pick<Entry, "value" | "comment"> {
  if (!isHelped(link)) {
    return { value: literal(link) };
  }
  const helper = scope.use(codeText`onClick`);
  if (link.type === "external") {
    return { value: call(codeText`${helper}.external`, literal(link.urlTemplate)) };
  }
  const { type, target, filters, ...options } = link;
  const { value, comment } = targetOf(scope, String(type), target as DeclaredFields);
  const more = { ...options, ...(filters !== undefined && { filters: byExpression(filters) }) };
  const args = Object.keys(more).length > 0 ? [literal(more)] : [];
  return {
    value: call(codeText`${helper}.${identifier(String(type))}`, value, ...args),
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
  return referenceTo(scope, type === "search" ? "source" : "dashboard", target.id);
}

/** Creates the helper call, if there is one: `quantile(0.95, "Duration", { where: "level:error" })`. */
function selectItem(scope: ReferringScope, item: DeclaredFields): Expression {
  const { aggFn, level, valueExpression, ...options } = item;
  const helper = aggFn === "none" ? "expression" : camel(String(aggFn));
  const needed = neededOf(item);
  const rest = Object.keys(options).length > 0 ? [options] : [];
  const hasKnownLevel = level === undefined || QUANTILE_LEVELS.some((each) => each === level);
  const isUsual =
    hasKnownLevel &&
    needed.every((each) => each !== undefined) &&
    !(aggFn === "count" && valueExpression !== undefined);
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
  const fields = config as DeclaredFields;
  const entries: Entry[] = [
    ...(name === toTitle(key) ? [] : [{ key: "name", value: literal(name) }]),
    ...propEntries(scope, TILE_CONFIG, fields).filter(({ key }) => key !== "displayType" && key !== "configType"),
    ...plainEntries({ containerId, tabId, extraFields, ...placement }),
  ];
  const helper = scope.use(codeText`tile`);
  const kind = identifier(camel(String(fields.displayType)));
  return call(
    fields.configType === "sql" ? codeText`${helper}.sql.${kind}` : codeText`${helper}.${kind}`,
    object(entries),
  );
}

export const TILE_CONFIG = shapeOf(tileConfigField) as VariantsShape;

/** Fields of a tile that have helpers. */
const HELPED: Readonly<Record<string, typeof onClick>> = {
  onClick,
  select: (scope, items) => ({
    value: Array.isArray(items) ? list(items.map((item) => selectItem(scope, item))) : literal(items),
  }),
};

/**
 * Converts fields to props. Ids become references. Absent fields are left out.
 * @param mayRefer returns true if a reference to an object does not create a cycle
 */
export function propEntries(
  scope: ReferringScope,
  shape: CompoundShape,
  fields: DeclaredFields,
  mayRefer?: MayRefer,
): readonly Entry[] {
  const declared = selectObject(shape, fields)?.fields ?? {};
  return Object.entries(fields).flatMap(([name, value]): readonly Entry[] => {
    const { shape: inner, meta: { refersTo, propName = name } = {} } = declared[name] ?? {};
    if (value === undefined) {
      return [];
    }
    if (refersTo === undefined) {
      const helper = ownValue(HELPED, name);
      return [
        { key: name, ...(helper?.(scope, value as DeclaredFields) ?? { value: propValue(scope, inner, value) }) },
      ];
    }
    // An import writes only fields that refer to types with look-ups.
    const refer = (id: unknown) =>
      referenceTo(scope, refersTo as LookedUpType, id, { isId: propName.endsWith("Id"), mayRefer });
    const all = Array.isArray(value) ? { value: list(value.map((id) => refer(id).value)) } : refer(value);
    return [{ key: propName, ...all }];
  });
}

function propValue(scope: ReferringScope, shape: Shape | undefined, value: unknown): Expression {
  if (shape?.kind === "list" && Array.isArray(value)) {
    return list(value.map((item) => propValue(scope, shape.item, item)));
  }
  return isCompound(shape) && isPlainObject(value) ? object(propEntries(scope, shape, value)) : literal(value);
}

type MayRefer = (object: Imported) => boolean;

/**
 * Creates a reference to an object, or only its id if a reference would create a cycle.
 * @param isId true if the prop does not accept the object itself
 */
function referenceTo(
  scope: ReferringScope,
  type: LookedUpType,
  id: unknown,
  { isId, mayRefer }: { readonly isId?: boolean; readonly mayRefer?: MayRefer | undefined } = {},
): Pick<Entry, "value" | "comment"> {
  const reference = scope.reference(type, id);
  const isSafe = mayRefer ?? ((object) => object.type !== "dashboard" || scope.mayRefer(object));
  if (reference.by === "object" && !isSafe(reference.object)) {
    return { value: text(reference.object.id), comment: circleRemark(reference.object) };
  }
  return { value: isId ? scope.idOf(type, id) : scope.refer(type, id) };
}

/** Converts fields without references. Absent fields are left out. */
export function plainEntries(fields: DeclaredFields): readonly Entry[] {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return present.map(([key, value]) => ({ key, value: literal(value) }));
}

/** Creates `new Dashboard(scope, "checkout", { name: "Checkout", tiles: { ... } })`. */
export function dashboardCall(scope: ModuleScope, dashboard: Imported): Expression {
  const { tiles: _, filters, ...fields } = dashboard.fields;
  return scope.construct(dashboard, [
    ...propEntries(scope, TYPE_FACTS.dashboard.shape, { ...fields, filters }),
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
