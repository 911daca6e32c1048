import fc from "fast-check";
import { z } from "zod";
import type { DeclaredFields } from "../../src/declaration/field";
import {
  type DeclaredField,
  kindOf,
  type LeafShape,
  type ListShape,
  type ObjectShape,
  objectShapeOf,
  type Shape,
  shapeOf,
} from "../../src/declaration/shape";
import { seedIds } from "../../src/emulator";
import { tileConfigField } from "../../src/resources/dashboard/tiles/tile-config";
import { type DashboardDeclaration, dashboard as dashboardDeclaration } from "../../src/resources/declarations";
import type { References } from "./full-tiles";

/** The limits in a zod schema. */
interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly type?: string;
}

/** More elements would not test more. */
const MAX_ITEMS = 3;
const MAX_TEXT_LENGTH = 12;

/**
 * Generates valid dashboards, with tiles of every kind and any of their fields, inside and outside of containers, and
 * the fields outside of the tiles.
 */
export function generatedDashboard(references: References): fc.Arbitrary<DashboardDeclaration> {
  const listOf = (field: string) => generatedList(shapeOfField(field) as ListShape, references);
  const size = { x: fc.nat(23), y: fc.nat(50), w: fc.integer({ min: 1, max: 24 }), h: fc.integer({ min: 1, max: 9 }) };
  const config = generated(shapeOf(tileConfigField), references);
  const tile = fc.record({ name: fc.string(), ...size, config, place: fc.nat(5) });
  const dashboard = fc.record(
    {
      name: fc.string({ minLength: 1 }),
      tags: fc.array(fc.string({ maxLength: 32 }), { maxLength: 5 }),
      filters: listOf("filters").map((filters) => (filters as DeclaredFields[]).map(validFilter)),
      savedQuery: fc.string({ minLength: 1 }),
      savedQueryLanguage: generated(shapeOfField("savedQueryLanguage"), references),
      savedFilterValues: listOf("savedFilterValues"),
      containers: listOf("containers").map((containers) => (containers as DeclaredFields[]).map(validContainer)),
      tiles: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tile, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    },
    { requiredKeys: ["name", "tiles"], noNullPrototype: true },
  );
  return dashboard.map(validDashboard) as fc.Arbitrary<unknown> as fc.Arbitrary<DashboardDeclaration>;
}

function shapeOfField(name: string): Shape {
  const field = objectShapeOf(dashboardDeclaration).fields[name];
  if (!field) {
    throw new Error(`A dashboard has no ${name}.`);
  }
  return field.shape;
}

/** A language requires a query, and a tile must be in an existing container and tab. */
function validDashboard({ savedQueryLanguage, tiles, ...dashboard }: DeclaredFields): DeclaredFields {
  const containers = (dashboard.containers ?? []) as readonly DeclaredFields[];
  const placed = Object.entries(tiles as Record<string, DeclaredFields>).map(([key, { place, ...tile }]) => {
    const container = containers[Number(place)];
    const tabs = (container?.tabs ?? []) as readonly DeclaredFields[];
    const tab = tabs[Number(tile.x) % 2];
    return [key, { ...tile, ...(container && { containerId: container.id }), ...(tab && { tabId: tab.id }) }];
  });
  return {
    ...dashboard,
    ...(dashboard.savedQuery !== undefined && savedQueryLanguage !== undefined && { savedQueryLanguage }),
    tiles: Object.fromEntries(placed),
  };
}

function validContainer({ tabs, ...container }: DeclaredFields, index: number): DeclaredFields {
  const named = (tabs as readonly DeclaredFields[] | undefined)?.map((tab, at) => ({ ...tab, id: `tab ${at}` }));
  return { ...container, id: `container ${index}`, ...(named && { tabs: named }) };
}

/** A filter must have an effect, has a variable name only if it is a variable, and has different options. */
function validFilter(declared: DeclaredFields, index: number): DeclaredFields {
  const { variableName, appliesToSourceIds, isGlobalRequirement, ...filter } = declared;
  const required = filter.minSelections ? { isGlobalRequirement: isGlobalRequirement ?? false } : {};
  if (filter.type === "STATIC_LIST" || filter.type === "PROMETHEUS_LABEL") {
    const options = [...new Set((filter.options ?? []) as readonly string[])];
    const own = filter.type === "STATIC_LIST" ? { options } : { sourceId: seedIds.promql };
    return { ...filter, ...required, ...own, variableName: `v${index}` };
  }
  const isVariable = filter.isVariableEnabled === true || filter.isBroadcastEnabled === false;
  const broadcasts = filter.isBroadcastEnabled !== false;
  return {
    ...filter,
    ...required,
    ...(isVariable && { isVariableEnabled: true, variableName: `v${index}` }),
    ...(broadcasts && appliesToSourceIds !== undefined && { appliesToSourceIds }),
  };
}

function generated(shape: Shape, references: References): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "object":
      return generatedObject(shape, references);
    case "variants":
      return fc.oneof(...shape.variants.map((variant) => generatedObject(variant, references)));
    case "list":
      return generatedList(shape, references);
    case "map":
      throw new Error("A tile holds no map.");
    default:
      return generatedLeaf(shape);
  }
}

function generatedList(shape: ListShape, references: References): fc.Arbitrary<unknown> {
  const { minItems = 0, maxItems = MAX_ITEMS } = limitsOf(shape);
  const lengths = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)) };
  return fc.array(generated(shape.item, references), lengths);
}

function generatedObject(shape: ObjectShape, references: References): fc.Arbitrary<unknown> {
  const fields = Object.values(shape.fields).filter(({ name }) => name !== "extraFields");
  const values = Object.fromEntries(fields.map((field) => [field.name, generatedField(field, shape, references)]));
  const requiredKeys = fields.filter((field) => field.required).map((field) => field.name);
  return fc.record(values, { requiredKeys, noNullPrototype: true }).map((value) => obeyingRules(shape, value));
}

/** Ids refer to objects on the server. */
function generatedField(
  { name, shape }: DeclaredField,
  owner: ObjectShape,
  references: References,
): fc.Arbitrary<unknown> {
  if (name === "sourceId" || name === "connectionId") {
    return fc.constant(references[name]);
  }
  if (name === "target" && kindOf(owner) === "dashboard") {
    return generated(shape, { ...references, sourceId: references.dashboardId });
  }
  if (name === "id") {
    return fc.constant(references.sourceId);
  }
  return generated(shape, references);
}

function generatedLeaf(shape: LeafShape): fc.Arbitrary<unknown> {
  if (shape.values) {
    return fc.constantFrom(...shape.values);
  }
  if (shape.kind === "boolean") {
    return fc.boolean();
  }
  const { minLength, minimum, type, maxLength = MAX_TEXT_LENGTH } = limitsOf(shape);
  if (shape.kind === "string") {
    return fc.string({ minLength, maxLength: Math.min(maxLength, MAX_TEXT_LENGTH) });
  }
  if (type === "integer") {
    return fc.integer({ min: Math.max(minimum ?? -9, -9), max: 9 });
  }
  return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number));
}

function limitsOf({ schema }: LeafShape | ListShape): Limits {
  return z.toJSONSchema(schema, { unrepresentable: "any" }) as Limits;
}

/** Repairs values that the rules between fields would refuse. */
function obeyingRules(shape: ObjectShape, value: DeclaredFields): DeclaredFields {
  if ("aggFn" in shape.fields) {
    return validItem(value);
  }
  if ("text" in shape.fields) {
    return validRule(value);
  }
  return "formulas" in shape.fields ? validChart(value) : value;
}

/** Version 2.40 refuses summaries, and the increase of metrics other than sums (docs/internals/api-behavior.md 6.4). */
function validItem({ level, valueExpression, metricType, ...item }: DeclaredFields): DeclaredFields {
  const type = item.aggFn === "increase" ? "sum" : metricType === "summary" ? "gauge" : metricType;
  return {
    ...item,
    ...(type !== undefined && { metricType: type }),
    ...(item.aggFn !== "count" && { valueExpression: valueExpression || "Duration" }),
    ...(item.aggFn === "quantile" && level !== undefined && { level }),
  };
}

function validRule({ value, text, ...rule }: DeclaredFields): DeclaredFields {
  if (text !== undefined) {
    return { ...rule, text };
  }
  return { ...rule, value: value ?? 0 };
}

function validChart({ asRatio, showOperandSeries, ...chart }: DeclaredFields): DeclaredFields {
  const select = chart.select as readonly unknown[];
  const formulas = (chart.formulas ?? []) as readonly DeclaredFields[];
  const last = String.fromCharCode("A".charCodeAt(0) + select.length - 1);
  const reverted = formulas.map((formula) => ({ ...formula, expression: `-(A + 1.5) / ${last}` }));
  const isPlain = formulas.length === 0;
  return {
    ...chart,
    ...(chart.formulas !== undefined && { formulas: reverted }),
    ...(chart.displayType === "number" && isPlain && { select: select.slice(0, 1) }),
    ...(asRatio !== undefined && { asRatio: asRatio === true && isPlain && select.length === 2 }),
    ...(showOperandSeries !== undefined && !isPlain && { showOperandSeries }),
  };
}
