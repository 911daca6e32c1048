import { dashboardFilter } from "../../../../src/resources/dashboard/declaration";
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

test("a filter broadcasts its value, is a variable, or both", () => {
  expect(having({ isBroadcastEnabled: false, isVariableEnabled: true })).toEqual([]);
  const sentence =
    "isBroadcastEnabled: A filter must broadcast its value, be available as a variable, or both. Enable one of the two.";
  expect(having({ isBroadcastEnabled: false })).toEqual([sentence]);
  expect(having({ isBroadcastEnabled: false, isVariableEnabled: false })).toEqual([sentence]);
});

test("only a variable has a variable name", () => {
  expect(having({ variableName: "service", isVariableEnabled: true })).toEqual([]);
  expect(having({ variableName: "service" })).toEqual([
    "variableName: Only a filter that is available as a variable has a variable name. Enable the variable or leave the name out.",
  ]);
});

test("only a filter that broadcasts applies to sources, and an empty list counts as unset", () => {
  const silent = { isBroadcastEnabled: false, isVariableEnabled: true };
  expect(having({ ...silent, appliesToSourceIds: [] })).toEqual([]);
  expect(having({ ...silent, appliesToSourceIds: [ID] })).toEqual([
    "appliesToSourceIds: Only a filter that broadcasts its value applies to sources. Leave them out.",
  ]);
});

test.each(["1st", "_x", "a-b", ""])("a variable cannot be called %j", (variableName) => {
  expect(having({ variableName, isVariableEnabled: true })).toEqual([
    `variableName: Must begin with a letter and contain only letters, digits and underscores; it is "${variableName}".`,
  ]);
});

test("a variable name has up to 64 characters", () => {
  expect(having({ variableName: "x".repeat(65), isVariableEnabled: true })).toEqual([
    "variableName: Must be at most 64 characters long; it has 65.",
  ]);
});

test("a variable whose label has no letter and no digit needs a name", () => {
  expect(having({ name: "é%", isVariableEnabled: true })).toEqual([
    'variableName: No variable name can be made from the label "é%", which has no letter from A to Z and no digit. Set one.',
  ]);
  expect(having({ name: "é%", isVariableEnabled: true, variableName: "p99" })).toEqual([]);
  expect(having({ name: "é%" })).toEqual([]);
  expect(having({ name: "99 %", isVariableEnabled: true })).toEqual([]);
});

test("the filters of a dashboard have different variable names", () => {
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

test("the id of a filter is the server's and cannot be declared", () => {
  expect(having({ id: ID })).toEqual(["id: Unknown field."]);
});
