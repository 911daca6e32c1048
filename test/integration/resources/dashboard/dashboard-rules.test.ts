import type { DeclaredFields } from "../../../../src/declaration/field";
import { seedIds } from "../../../../src/emulator";
import { dashboardCreateBody } from "../../../../src/resources/dashboard/mapping";
import { type DashboardDeclaration, dashboard } from "../../../../src/resources/declarations";
import { DashboardServer } from "../../../support/dashboard-server";
import { complaints, refusals } from "../../../support/declaration/refusals";
import { refusalOf } from "../../../support/refusal-of";
import { ui } from "../../../support/ui";

const NOWHERE = "0123456789abcdef01234567";
const ELSEWHERE = "aaaaaaaaaaaaaaaaaaaaaaaa";

const { logs: sourceId, connection: connectionId, traces, sessions } = seedIds;
const count = { aggFn: "count" };
const long = (length: number) => "x".repeat(length);

const tile = (config: DeclaredFields, more: DeclaredFields = {}) => ({
  name: "T",
  x: 0,
  y: 0,
  w: 6,
  h: 3,
  config,
  ...more,
});
const showing = (config: DeclaredFields, more?: DeclaredFields) => ({ tiles: { a: tile(config, more) } });
const line = (more: DeclaredFields = {}) => showing({ displayType: "line", sourceId, select: [count], ...more });
const item = (more: DeclaredFields) => line({ select: [{ ...more }] });
const table = (more: DeclaredFields = {}) => showing({ displayType: "table", sourceId, select: [count], ...more });
const number = (more: DeclaredFields = {}) => showing({ displayType: "number", sourceId, select: [count], ...more });
const pie = (more: DeclaredFields = {}) => showing({ displayType: "pie", sourceId, select: [count], ...more });
const heatmap = (more: DeclaredFields = {}, source: string = traces) =>
  showing({ displayType: "heatmap", sourceId: source, select: [{ valueExpression: "Duration" }], ...more });
const sql = (more: DeclaredFields = {}) =>
  showing({ displayType: "line", configType: "sql", connectionId, sqlTemplate: "SELECT 1", ...more });
const text = (more: DeclaredFields = {}) => showing({ displayType: "markdown" }, more);
const click = (onClick: DeclaredFields) => table({ onClick });
const rules = (...colorRules: DeclaredFields[]) => number({ colorRules });
const filter = (more: DeclaredFields = {}) => ({
  type: "QUERY_EXPRESSION",
  name: "N",
  expression: "x",
  sourceId,
  ...more,
});
const filters = (...list: DeclaredFields[]) => ({ tiles: {}, filters: list });
const box = (more: DeclaredFields = {}) => ({ id: "c", title: "C", collapsed: false, ...more });
const boxes = (containers: DeclaredFields[], more: DeclaredFields = {}) => ({ ...text(more), containers });

/** For each rule of docs/internals/api-behavior.md 4.1 to 4.8, a dashboard that violates only this rule. */
const BROKEN: Readonly<Record<string, DeclaredFields>> = {
  "4.1 a name of up to 1024 characters": { name: long(1025), tiles: {} },
  "4.1 up to 500 tiles": {
    tiles: Object.fromEntries(
      Array.from({ length: 501 }, (_, index) => [`t${index}`, tile({ displayType: "markdown" })]),
    ),
  },
  "4.1 up to 50 tags": { tiles: {}, tags: Array.from({ length: 51 }, (_, index) => String(index)) },
  "4.1 tags of up to 32 characters": { tiles: {}, tags: [long(33)] },
  "4.1 conditions of up to 10000 characters": { tiles: {}, savedFilterValues: [{ condition: long(10_001) }] },
  "4.1 conditions in SQL": { tiles: {}, savedFilterValues: [{ type: "lucene", condition: "a" }] },
  "4.1 up to 50 containers": { tiles: {}, containers: Array.from({ length: 51 }, (_, id) => box({ id: String(id) })) },
  "4.1 a language that exists": { tiles: {}, savedQuery: "a", savedQueryLanguage: "english" },
  "4.4 x below 24": text({ x: 24 }),
  "4.4 y from 0": text({ y: -1 }),
  "4.4 w up to 24": text({ w: 25 }),
  "4.4 w from 1": text({ w: 0 }),
  "4.4 h from 1": text({ h: 0 }),
  "4.4 a container id of up to 256 characters": text({ containerId: long(257) }),
  "4.5 a container that exists": text({ containerId: "c" }),
  "4.5 a tab that exists": boxes([box({ tabs: [{ id: "t", title: "T" }] })], { containerId: "c", tabId: "u" }),
  "4.5 no tab without container": boxes([box()], { tabId: "t" }),
  "4.5 container ids that differ": boxes([box(), box()]),
  "4.5 tab ids that differ": boxes([
    box({
      tabs: [
        { id: "t", title: "T" },
        { id: "t", title: "U" },
      ],
    }),
  ]),
  "4.5 up to 20 tabs": boxes([box({ tabs: Array.from({ length: 21 }, (_, id) => ({ id: String(id), title: "T" })) })]),
  "4.5 a container with a title": boxes([box({ title: "" })]),
  "4.5 a filter with a name": filters(filter({ name: "" })),
  "4.5 a filter with an expression": filters(filter({ expression: "" })),
  "4.5 a filter that does something": filters(filter({ isBroadcastEnabled: false })),
  "4.5 a variable name for variables only": filters(filter({ variableName: "v" })),
  "4.5 sources for broadcasts only": filters(
    filter({ isBroadcastEnabled: false, isVariableEnabled: true, appliesToSourceIds: ["x"] }),
  ),
  "4.5 variable names that differ": filters(
    filter({ isVariableEnabled: true, variableName: "v" }),
    filter({ isVariableEnabled: true, variableName: "v" }),
  ),
  "4.5 variable names that differ, made from names": filters(
    filter({ isVariableEnabled: true, variableName: "a_b" }),
    filter({ isVariableEnabled: true, name: "a b" }),
  ),
  "4.5 a variable with a name": filters(filter({ isVariableEnabled: true, name: "é" })),
  "4.5 a variable name of the right form": filters(filter({ isVariableEnabled: true, variableName: "1st" })),
  "4.5 a variable name of up to 64 characters": filters(filter({ isVariableEnabled: true, variableName: long(65) })),
  "4.5 a type of metric that exists": filters(filter({ sourceMetricType: "counter" })),
  "4.6 a kind that exists": showing({ displayType: "gauge" }),
  "4.6 a source": showing({ displayType: "line", select: [count] }),
  "4.6 an aggregate that exists": item({ aggFn: "median", valueExpression: "v" }),
  "4.6 a value for all but count": item({ aggFn: "sum" }),
  "4.6 no value for count": item({ ...count, valueExpression: "v" }),
  "4.6 a level for quantiles only": item({ aggFn: "max", valueExpression: "v", level: 0.5 }),
  "4.6 one of four levels": item({ aggFn: "quantile", valueExpression: "v", level: 0.42 }),
  "4.6 where of up to 10000 characters": item({ ...count, where: long(10_001) }),
  "4.6 a language of where that exists": item({ ...count, whereLanguage: "english" }),
  "4.6 an alias of up to 10000 characters": item({ ...count, alias: long(10_001) }),
  "4.6 a period aggregate that exists": item({ ...count, periodAggFn: "rate" }),
  "4.6 some select item": line({ select: [] }),
  "4.6 up to 20 select items": line({ select: Array(21).fill(count) }),
  "4.6 groups of up to 10000 characters": line({ groupBy: long(10_001) }),
  "4.6 a series limit from 0": line({ seriesLimit: -1 }),
  "4.6 a whole series limit": line({ seriesLimit: 1.5 }),
  "4.6 a ratio of two": line({ asRatio: true }),
  "4.6 a ratio or formulas": line({ asRatio: true, select: [count, count], formulas: [{ expression: "A / B" }] }),
  "4.6 up to 10 formulas": line({ formulas: Array(11).fill({ expression: "A" }) }),
  "4.6 formulas of up to 1024 characters": line({ formulas: [{ expression: `A${"+1".repeat(512)}` }] }),
  "4.6 formulas that name a series": line({ formulas: [{ expression: "1 + 2" }] }),
  "4.6 formulas over series that exist": line({ formulas: [{ expression: "B" }] }),
  "4.6 formulas that are arithmetic": line({ formulas: [{ expression: "A ^ 2" }] }),
  "4.6 formulas with balanced parentheses": line({ formulas: [{ expression: "(A" }] }),
  "4.6 formulas nested up to 64 deep": line({ formulas: [{ expression: `${"(".repeat(65)}A${")".repeat(65)}` }] }),
  "4.6 having of up to 10000 characters": table({ having: long(10_001) }),
  "4.6 an order of up to 10000 characters": table({ orderBy: long(10_001) }),
  "4.6 one select item on a number": number({ select: [count, count] }),
  "4.6 one formula on a number": number({ formulas: [{ expression: "A" }, { expression: "A" }] }),
  "4.6 up to 10 color rules": rules(...Array(11).fill({ operator: "gt", value: 1, color: "chart-red" })),
  "4.6 one select item on a pie": pie({ select: [count, count] }),
  "4.6 a limit from 0": pie({ limit: -1 }),
  "4.6 one select item on a heatmap": heatmap({ select: [{ valueExpression: "a" }, { valueExpression: "b" }] }),
  "4.6 a value on a heatmap": heatmap({ select: [{ valueExpression: "" }] }),
  "4.6 a scale that exists": heatmap({ select: [{ valueExpression: "a", heatmapScaleType: "square" }] }),
  "4.6 columns of up to 10000 characters": showing({ displayType: "search", sourceId, columns: long(10_001) }),
  "4.6 a text of up to 50000 characters": showing({ displayType: "markdown", markdown: long(50_001) }),
  "4.7 a query": sql({ sqlTemplate: undefined }),
  "4.7 a query of up to 100000 characters": sql({ sqlTemplate: long(100_001) }),
  "4.7 a connection": sql({ connectionId: undefined }),
  "4.7 a kind that a query can fill": sql({ displayType: "heatmap" }),
  "4.8 a format of something that exists": line({ numberFormat: { output: "hex" } }),
  "4.8 a whole mantissa": line({ numberFormat: { output: "number", mantissa: 1.5 } }),
  "4.8 a unit that exists": line({ numberFormat: { output: "data_rate", numericUnit: "furlongs" } }),
  "4.8 a color of the palette": number({ color: "chart-1" }),
  "4.8 a trend of a shape that exists": number({ backgroundChart: { type: "pie" } }),
  "4.8 an operator that exists": rules({ operator: "like", value: 1, color: "chart-red" }),
  "4.8 a rule with a color": rules({ operator: "gt", value: 1 }),
  "4.8 a rule with a number": rules({ operator: "gt", color: "chart-red" }),
  "4.8 a rule between two numbers": rules({ operator: "between", between: [1], color: "chart-red" }),
  "4.8 a text of up to 200 characters": rules({ operator: "eq", text: long(201), color: "chart-red" }),
  "4.8 a label of up to 40 characters": rules({ operator: "gt", value: 1, color: "chart-red", label: long(41) }),
  "4.8 a click of a kind that exists": click({ type: "popup" }),
  "4.8 a click with a target": click({ type: "search" }),
  "4.8 a target of a mode that exists": click({ type: "search", target: { mode: "name", name: "Logs" } }),
  "4.8 a template with a text": click({ type: "search", target: { mode: "template", template: "" } }),
  "4.8 an address": click({ type: "external", urlTemplate: "" }),
  "4.8 up to 50 filters of a click": click({
    type: "search",
    target: { mode: "id", id: sourceId },
    filters: Array(51).fill({ expression: "a", template: "b" }),
  }),
};

/**
 * For each rule of docs/internals/api-behavior.md 4.9, a dashboard that violates only this rule, and the server's
 * message.
 */
const ASTRAY: Readonly<Record<string, readonly [DeclaredFields, string]>> = {
  "2 a source that exists": [line({ sourceId: NOWHERE }), "Could not find the following source IDs"],
  "2 a source of a filter that exists": [
    filters(filter({ sourceId: NOWHERE })),
    "Could not find the following source IDs",
  ],
  "3 a connection that exists": [sql({ connectionId: NOWHERE }), "Could not find the following connection IDs"],
  "4 a source of the connection": [
    sql({ sourceId, connectionId: ELSEWHERE }),
    "The following source IDs do not match the specified connections",
  ],
  "5 a heatmap of traces": [heatmap({}, sourceId), "Heatmap tiles require a Trace source"],
  "6 formulas over a source that can": [
    line({ sourceId: sessions, formulas: [{ expression: "A" }] }),
    "Tiles with formulas require a Metric, Log, or Trace source",
  ],
  "7 a dashboard that exists": [
    click({ type: "dashboard", target: { mode: "id", id: NOWHERE } }),
    "Could not find the following onClick dashboard IDs",
  ],
  "8 a search in logs or traces": [
    click({ type: "search", target: { mode: "id", id: sessions } }),
    "The following onClick search source IDs are not log or trace sources",
  ],
};

const declarationOf = (fields: DeclaredFields) => ({ name: "D", ...fields }) as unknown as DashboardDeclaration;

describe("a dashboard that violates one rule", () => {
  let server: DashboardServer;

  beforeAll(async () => {
    server = await DashboardServer.start();
    await ui(server.emulator, "PUT", `/raw/connections/${ELSEWHERE}`, { name: "Other", host: "", username: "" });
  });

  afterAll(() => server[Symbol.asyncDispose]());

  test.each(Object.entries(BROKEN))(
    "causes an error or a warning in the declaration, and is refused by the server. The rule: %s",
    async (_, fields) => {
      const declared = declarationOf(fields);
      expect(complaints(dashboard, declared)).toHaveLength(1);
      expect(await refusalOf(server.client.dashboards.create(dashboardCreateBody(declared)))).not.toBe("");
    },
  );

  test.each(Object.entries(ASTRAY))(
    "is refused by the server's validate operation and by a write. The rule: 4.9.%s",
    async (_, [fields, sentence]) => {
      const declared = declarationOf(fields);
      expect(refusals(dashboard, declared)).toEqual([]);
      const verdict = await server.client.dashboards.validate(dashboardCreateBody(declared));
      expect(verdict?.errors).toEqual([{ path: "", message: expect.stringContaining(sentence) }]);
      expect(await refusalOf(server.client.dashboards.create(dashboardCreateBody(declared)))).toContain(sentence);
    },
  );
});
