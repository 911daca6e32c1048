import { readSteps, readsRefused, readsUnknown } from "../../../src/declaration/rules";
import { isUnknown, UNKNOWN } from "../../support/declaration/refusals";

const unknown = (fields: object, read: string) => readsUnknown(fields, readSteps(read), isUnknown);
const refused = (read: string, ...path: (string | number)[]) => readsRefused(readSteps(read), path);

test("a rule that reads a field also reads everything inside the field", () => {
  expect(unknown({ select: [{ where: UNKNOWN }] }, "select")).toBe(true);
  expect(unknown({ select: [{ where: "" }], other: UNKNOWN }, "select")).toBe(false);
  expect(unknown({}, "select")).toBe(false);
});

test("a rule reads every element, but only to the depth of its path", () => {
  const containers = [{ id: "a", title: UNKNOWN }, { id: "b" }];
  expect(unknown({ containers }, "containers.*.id")).toBe(false);
  expect(unknown({ containers: [...containers, { id: UNKNOWN }] }, "containers.*.id")).toBe(true);
  expect(unknown({ containers: [UNKNOWN] }, "containers.*.id")).toBe(true);
  expect(unknown({ tiles: { a: { tabId: UNKNOWN } } }, "tiles.*.tabId")).toBe(true);
});

test("the size of a known list is known even if its elements are unknown", () => {
  expect(unknown({ select: [UNKNOWN] }, "select.size")).toBe(false);
  expect(unknown({ select: UNKNOWN }, "select.size")).toBe(true);
  expect(unknown({ tiles: { size: UNKNOWN } }, "tiles.size")).toBe(false);
});

test("a rule does not run if there is an error in a value that it reads, or above or below that value", () => {
  expect(refused("containers.*.id", "containers", 0, "id")).toBe(true);
  expect(refused("containers.*.id", "containers")).toBe(true);
  expect(refused("select", "select", 0, "level")).toBe(true);
});

test("a rule runs if there is an error only in a field that it does not read", () => {
  expect(refused("containers.*.id", "containers", 0, "title")).toBe(false);
  expect(refused("select.size", "select", 0, "level")).toBe(false);
  expect(refused("select.size", "select")).toBe(true);
  expect(readsRefused(readSteps("tiles.size"), ["tiles", { key: "size" }])).toBe(false);
  expect(refused("level", "aggFn")).toBe(false);
});
