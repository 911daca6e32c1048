import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { DeclaredFields } from "../../../src/declaration/field";
import { withServerDefaults } from "../../../src/declaration/server-defaults";
import { shapeOf } from "../../../src/declaration/shape";
import { dashboardContainer } from "../../../src/resources/dashboard/declaration";
import { dashboardFilter } from "../../../src/resources/dashboard/filter";
import { selectItemField } from "../../../src/resources/dashboard/tiles/select-item";
import { tileConfigField } from "../../../src/resources/dashboard/tiles/tile-config";
import { dashboard } from "../../../src/resources/declarations";
import { savedSearch } from "../../../src/resources/saved-search/declaration";
import { eventSearch } from "../../../src/resources/search/declaration";
import { sourceDeclaration } from "../../../src/resources/source/declaration";

/** The declaration of a published schema, and the fields that select a variant or that a default depends on. */
type Counterpart = readonly [declaration: z.ZodType, given: DeclaredFields];

const FORMULAS = [{ expression: "A" }];
const chart = (displayType: string, more: DeclaredFields = {}): Counterpart => [
  tileConfigField,
  { displayType, ...more },
];
const rawSql = (displayType: string) => chart(displayType, { configType: "sql" });
const filters = (declaration: z.ZodType, list: string): Counterpart => [declaration, { [list]: [{ condition: "1" }] }];

const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  SavedFilterValue: filters(dashboard, "savedFilterValues"),
  SelectItem: [selectItemField, { aggFn: "count" }],
  LineBuilderChartConfig: chart("line", { formulas: FORMULAS }),
  BarBuilderChartConfig: chart("stacked_bar", { formulas: FORMULAS }),
  TableBuilderChartConfig: chart("table", { formulas: FORMULAS }),
  HeatmapChartConfig: chart("heatmap"),
  SearchChartConfig: chart("search"),
  EventPatternsChartConfig: chart("event_patterns"),
  LineRawSqlChartConfig: rawSql("line"),
  BarRawSqlChartConfig: rawSql("stacked_bar"),
  DashboardContainer: [dashboardContainer, { id: "a" }],
  FilterInput: [dashboardFilter, { name: "Service" }],
  Dashboard: [dashboard, { name: "D", savedQuery: "level:error" }],
  CreateDashboardRequest: [dashboard, { name: "D", savedQuery: "level:error" }],
  UpdateDashboardRequest: [dashboard, { name: "D", savedQuery: "level:error" }],
  SavedSearchFilter: filters(savedSearch, "filters"),
  SavedSearchInput: [savedSearch, { name: "S" }],
  SearchRequest: [eventSearch, {}],
  TraceSource: [sourceDeclaration, { kind: "trace" }],
};

/** Published defaults that no declaration has, with the reason. */
const NOT_DECLARED: Readonly<Record<string, string>> = {
  "SearchRequest.select": "The data source reads the columns of the source where none are declared.",
  "SearchRequest.offset": "The data source reads the first page only.",
};

/** A field with a default in a published schema. */
interface PublishedDefault {
  readonly schema: string;
  readonly field: string;
  readonly value: unknown;
}

function defaultsIn(schema: string, document: unknown): readonly PublishedDefault[] {
  if (typeof document !== "object" || document === null) {
    return [];
  }
  const { properties } = document as { readonly properties?: Readonly<Record<string, { readonly default?: unknown }>> };
  const own = Object.entries(properties ?? {}).flatMap(([field, described]) =>
    Object.hasOwn(described, "default") ? [{ schema, field, value: described.default }] : [],
  );
  return [...own, ...Object.values(document).flatMap((inner) => defaultsIn(schema, inner))];
}

const PUBLISHED = ["open-source.json", "managed.json"].flatMap((file) => {
  const path = join(__dirname, "..", "..", "..", "docs", "internals", "openapi", file);
  const { components } = JSON.parse(readFileSync(path, "utf8")) as {
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };
  return Object.entries(components.schemas).flatMap(([schema, document]) => defaultsIn(schema, document));
});

/** Returns the default that a declaration sets, also inside the only element of a list. */
function declaredDefault({ schema, field }: PublishedDefault): unknown {
  const [declaration, given] = COUNTERPARTS[schema] ?? [];
  if (!declaration || !given) {
    throw new Error(`The test does not know the schema ${schema}.`);
  }
  const filled = withServerDefaults(shapeOf(declaration), given) as DeclaredFields;
  const [list] = Object.values(given);
  const isList = Array.isArray(list) && list !== FORMULAS;
  const object = isList ? (filled[Object.keys(given)[0] ?? ""] as DeclaredFields[])[0] : filled;
  return object?.[field];
}

const isExcepted = ({ schema, field }: PublishedDefault) => Object.hasOwn(NOT_DECLARED, `${schema}.${field}`);

const compared = PUBLISHED.filter((each) => !isExcepted(each));

test.each(compared.map((each) => [`${each.schema}.${each.field}`, each] as const))(
  "the declaration of %s has the default of the published schema",
  (_name, published) => {
    expect(declaredDefault(published)).toEqual(published.value);
  },
);

test("every exception in the test is for a default that is published", () => {
  const names = PUBLISHED.filter(isExcepted).map(({ schema, field }) => `${schema}.${field}`);
  expect(names.toSorted()).toEqual(Object.keys(NOT_DECLARED).toSorted());
});
