import { selectObjects } from "../../../../../src/cli/commands/import/select-objects";
import { existing } from "../../../../../src/cli/server/inventory";

const OBJECTS = [
  existing("dashboard", { id: "d1", name: "Checkout", tags: ["shop", "prod"] }),
  existing("dashboard", { id: "d2", name: "Checkout (canary)", tags: ["shop"] }),
  existing("dashboard", { id: "d3", name: "Payments", tags: [] }),
  existing("saved_search", { id: "s1", name: "Failures", tags: ["prod"] }),
  existing("alert", { id: "a1", name: null, source: "tile", dashboardId: "d1", tileId: "t" }),
  existing("alert", { id: "a2", name: "Payments fail", source: "tile", dashboardId: "d3", tileId: "t" }),
  existing("alert", { id: "a3", name: "Failures", source: "saved_search", savedSearchId: "s1" }),
  existing("webhook", { id: "w1", name: "Slack" }),
];

test.each([
  ["no filter", {}, ["d1", "d2", "d3", "s1", "a1", "a2", "a3", "w1"]],
  ["a complete name in any case", { names: ["checkout"] }, ["d1", "a1"]],
  ["a pattern", { names: ["Checkout*"] }, ["d1", "d2", "a1"]],
  ["a pattern with characters that have a meaning in regular expressions", { names: ["Checkout (*)"] }, ["d2"]],
  ["a pattern with ? for one character", { names: ["?ayments"] }, ["d3", "a2"]],
  ["several names", { names: ["Checkout", "Slack"] }, ["d1", "a1", "w1"]],
  ["the name of an alert, but not the object that it watches", { names: ["Payments fail"] }, ["a2"]],
  ["a tag of an object or of the object that an alert watches", { tags: ["prod"] }, ["d1", "s1", "a1", "a3"]],
  ["resource types", { types: ["alert", "webhook"] as const }, ["a1", "a2", "a3", "w1"]],
  ["alerts with the name of their dashboard", { types: ["alert"] as const, names: ["Checkout"] }, ["a1"]],
  ["both a name and a tag", { names: ["Checkout*"], tags: ["prod"] }, ["d1", "a1"]],
])("import selects the objects that match: %s", (_, filters, expected) => {
  expect(selectObjects(OBJECTS, filters).map(({ id }) => id)).toEqual(expected);
});
