import { readSteps, readsRefused, readsUnknown } from "../../../src/declaration/rules";
import { isUnknown, UNKNOWN } from "../../support/declaration/refusals";

const unknown = (fields: object, read: string) => readsUnknown(fields, readSteps(read), isUnknown);
const refused = (read: string, ...path: (string | number)[]) => readsRefused(readSteps(read), path);

test("a field is read with everything in it", () => {
  expect(unknown({ select: [{ where: UNKNOWN }] }, "select")).toBe(true);
  expect(unknown({ select: [{ where: "" }], other: UNKNOWN }, "select")).toBe(false);
  expect(unknown({}, "select")).toBe(false);
});

test("every element is read no deeper than the path says", () => {
  const containers = [{ id: "a", title: UNKNOWN }, { id: "b" }];
  expect(unknown({ containers }, "containers.*.id")).toBe(false);
  expect(unknown({ containers: [...containers, { id: UNKNOWN }] }, "containers.*.id")).toBe(true);
  expect(unknown({ containers: [UNKNOWN] }, "containers.*.id")).toBe(true);
  expect(unknown({ tiles: { a: { tabId: UNKNOWN } } }, "tiles.*.tabId")).toBe(true);
});

test("a size is known when the list is, whatever is in it", () => {
  expect(unknown({ select: [UNKNOWN] }, "select.size")).toBe(false);
  expect(unknown({ select: UNKNOWN }, "select.size")).toBe(true);
  expect(unknown({ tiles: { size: UNKNOWN } }, "tiles.size")).toBe(false);
});

test("a refusal counts where the rule reads, above it and below it", () => {
  expect(refused("containers.*.id", "containers", 0, "id")).toBe(true);
  expect(refused("containers.*.id", "containers")).toBe(true);
  expect(refused("select", "select", 0, "level")).toBe(true);
});

test("a refusal beside what the rule reads does not count", () => {
  expect(refused("containers.*.id", "containers", 0, "title")).toBe(false);
  expect(refused("select.size", "select", 0, "level")).toBe(false);
  expect(refused("select.size", "select")).toBe(true);
  expect(readsRefused(readSteps("tiles.size"), ["tiles", { key: "size" }])).toBe(false);
  expect(refused("level", "aggFn")).toBe(false);
});
