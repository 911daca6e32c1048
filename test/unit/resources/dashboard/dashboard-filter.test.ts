import { dashboardFilter } from "../../../../src/resources/dashboard/filter";
import { dashboard } from "../../../../src/resources/declarations";
import { ID } from "../../../support/declaration/declarations";
import { refusals } from "../../../support/declaration/refusals";

const filter = { name: "Service", expression: "ServiceName", sourceId: ID };
const having = (changes: object) => refusals(dashboardFilter, { ...filter, ...changes });

test("a filter needs a label, an expression and a source", () => {
  expect(refusals(dashboardFilter, filter)).toEqual([]);
  expect(refusals(dashboardFilter, {})).toEqual([
    "name: Must be given: the filter's label, such as `Service`.",
    "expression: Must be given: the expression that provides the values to select and to filter by, such as `ServiceName`.",
    "sourceId: Must be given: the source that the values come from.",
  ]);
});

test("a filter is applied to tiles, or is a variable, or both", () => {
  expect(having({ isBroadcastEnabled: false, isVariableEnabled: true })).toEqual([]);
  const sentence =
    "isBroadcastEnabled: A filter must broadcast its value, be available as a variable, or both. Enable one of the two.";
  expect(having({ isBroadcastEnabled: false })).toEqual([sentence]);
  expect(having({ isBroadcastEnabled: false, isVariableEnabled: false })).toEqual([sentence]);
});

test("only a variable can have a variable name", () => {
  expect(having({ variableName: "service", isVariableEnabled: true })).toEqual([]);
  expect(having({ variableName: "service" })).toEqual([
    "variableName: Only a filter that is available as a variable has a variable name. Enable the variable or leave the name out.",
  ]);
});

test("only a filter that is applied to tiles has a list of sources, and an empty list counts as unset", () => {
  const silent = { isBroadcastEnabled: false, isVariableEnabled: true };
  expect(having({ ...silent, appliesToSourceIds: [] })).toEqual([]);
  expect(having({ ...silent, appliesToSourceIds: [ID] })).toEqual([
    "appliesToSourceIds: Only a filter that broadcasts its value applies to sources. Leave them out.",
  ]);
});

test.each(["1st", "_x", "a-b", ""])("the variable name %j is refused", (variableName) => {
  expect(having({ variableName, isVariableEnabled: true })).toEqual([
    `variableName: Must begin with a letter and contain only letters, digits and underscores; it is "${variableName}".`,
  ]);
});

test("a variable name has up to 64 characters", () => {
  expect(having({ variableName: "x".repeat(65), isVariableEnabled: true })).toEqual([
    "variableName: Must be at most 64 characters long; it has 65.",
  ]);
});

test("a variable needs a name if its label has no letter and no digit", () => {
  expect(having({ name: "é%", isVariableEnabled: true })).toEqual([
    'variableName: No variable name can be made from the label "é%", which has no letter from A to Z and no digit. Set one.',
  ]);
  expect(having({ name: "é%", isVariableEnabled: true, variableName: "p99" })).toEqual([]);
  expect(having({ name: "é%" })).toEqual([]);
  expect(having({ name: "99 %", isVariableEnabled: true })).toEqual([]);
});

test("the filters of a dashboard have unique variable names", () => {
  const variable = (variableName?: string) => ({ ...filter, isVariableEnabled: true, variableName });
  const filters = (...list: object[]) => refusals(dashboard, { name: "D", tiles: {}, filters: list });
  const sentence = (name: string) =>
    `filters.2.variableName: Another filter has the variable name "${name}", declared or made from its label. Use different names.`;
  expect(filters(variable("a"), variable("b"), variable(), filter, filter)).toEqual([]);
  expect(filters(variable("a"), variable("b"), variable("a"))).toEqual([sentence("a")]);
  expect(filters(variable("Total_Requests"), variable(), { ...variable(), name: "Total requests!" })).toEqual([]);
  expect(filters(variable("Total_Requests"), variable(), { ...variable(), name: " Total  Requests? " })).toEqual([
    sentence("Total_Requests"),
  ]);
  expect(filters(variable("v1_b"), variable(), { ...variable(), name: "1. b" })).toEqual([sentence("v1_b")]);
});

test("the server sets the id of a filter, and the id cannot be declared", () => {
  expect(having({ id: ID })).toEqual(['id: "QUERY_EXPRESSION" has no such field.']);
});

const list = { type: "STATIC_LIST", name: "Environment", options: ["prod", "stage"] };
const label = { type: "PROMETHEUS_LABEL", name: "Pod", sourceId: ID, label: "k8s.pod.name" };

test("a filter with fixed options has 1 to 1000 unique options of up to 10000 characters, and no expression", () => {
  expect(refusals(dashboardFilter, list)).toEqual([]);
  expect(refusals(dashboardFilter, { ...list, options: ["a", "A", " a"] })).toEqual([]);
  expect(refusals(dashboardFilter, { ...list, options: [] })).toEqual([
    "options: Must be at least 1 element long; it has 0.",
  ]);
  expect(refusals(dashboardFilter, { ...list, options: ["a", "b", "a"] })).toEqual([
    "options.2: This option is in the list already. Remove one of the two.",
  ]);
  const many = Array.from({ length: 1001 }, (_, index) => String(index));
  expect(refusals(dashboardFilter, { ...list, options: many })).toEqual([
    "options: Must be at most 1000 elements long; it has 1001.",
  ]);
  expect(refusals(dashboardFilter, { ...list, expression: "x", isVariableEnabled: true, sourceId: ID })).toEqual([
    'expression: "STATIC_LIST" has no such field, only "QUERY_EXPRESSION". Leave it out.',
    'isVariableEnabled: "STATIC_LIST" has no such field, only "QUERY_EXPRESSION". Leave it out.',
    'sourceId: "STATIC_LIST" has no such field, only "QUERY_EXPRESSION", "PROMETHEUS_LABEL". Leave it out.',
  ]);
});

test("a filter of a Prometheus label needs a source and a label", () => {
  expect(refusals(dashboardFilter, { ...label, match: 'up{job="api"}', variableName: "pod" })).toEqual([]);
  expect(refusals(dashboardFilter, { type: "PROMETHEUS_LABEL", name: "Pod", label: "" })).toEqual([
    "sourceId: Must be given: the source that the values come from.",
    "label: Must be at least 1 character long; it has 0.",
  ]);
});

test.each([filter, list, label])("a filter can hide tiles without a value only if it is required: %j", (each) => {
  expect(refusals(dashboardFilter, { ...each, minSelections: 1, isGlobalRequirement: true })).toEqual([]);
  expect(refusals(dashboardFilter, { ...each, minSelections: 0, isGlobalRequirement: false })).toEqual([]);
  for (const minSelections of [undefined, 0]) {
    expect(refusals(dashboardFilter, { ...each, minSelections, isGlobalRequirement: true })).toEqual([
      "isGlobalRequirement: Only a required filter can block every tile. Set the minimum number of selections to 1, or leave this out.",
    ]);
  }
});

test("a filter without an expression is always a variable with a name", () => {
  const board = { name: "D", tiles: {}, filters: [{ ...list, name: "%" }, label, { ...list, name: "Pod" }] };
  expect(refusals(dashboard, board)).toEqual([
    'filters.0.variableName: No variable name can be made from the label "%", which has no letter from A to Z and no digit. Set one.',
  ]);
  expect(refusals(dashboard, { ...board, filters: board.filters.slice(1) })).toEqual([
    'filters.1.variableName: Another filter has the variable name "Pod", declared or made from its label. Use different names.',
  ]);
});

test("a misspelled type is refused with the valid types, and a filter without a type needs an expression", () => {
  expect(having({ type: "STATIC_LISTS" })).toEqual([
    'type: Must be one of "QUERY_EXPRESSION", "STATIC_LIST", "PROMETHEUS_LABEL", or left out; it is "STATIC_LISTS". Did you mean "STATIC_LIST"?',
  ]);
  expect(having({ type: undefined, options: ["a"] })).toEqual([
    'options: "QUERY_EXPRESSION" has no such field, only "STATIC_LIST". Leave it out.',
  ]);
});

test("an initial value is either a condition or the values of a variable", () => {
  const values = (...savedFilterValues: object[]) => refusals(dashboard, { name: "D", tiles: {}, savedFilterValues });
  expect(values({ condition: "a = 1" }, { type: "variable", name: "env", values: ["prod"] })).toEqual([]);
  expect(values({ type: "variable", name: "env", values: [], condition: "a" }, { name: "env" })).toEqual([
    'savedFilterValues.0.condition: "variable" has no such field, only "sql". Leave it out.',
    "savedFilterValues.1.condition: Must be given: the condition, such as `ServiceName = 'checkout'`.",
    'savedFilterValues.1.name: "sql" has no such field, only "variable". Leave it out.',
  ]);
});
