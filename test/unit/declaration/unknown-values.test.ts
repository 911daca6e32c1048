import fc from "fast-check";
import type { z } from "zod";
import { selectItemField } from "../../../src/resources/dashboard/tiles/select-item";
import { tileField } from "../../../src/resources/dashboard/tiles/tile";
import { tileConfigField } from "../../../src/resources/dashboard/tiles/tile-config";
import { alert, apiKey, dashboard } from "../../../src/resources/declarations";
import { fullDashboard, ID, newKey, searchAlert, tileAlert } from "../../support/declaration/declarations";
import { refusals, UNKNOWN } from "../../support/declaration/refusals";

const valid: [string, z.ZodType, object][] = [
  ["an alert on a tile", alert, tileAlert],
  ["an alert on a saved search", alert, searchAlert],
  ["a key", apiKey, newKey],
  ["a dashboard", dashboard, fullDashboard],
];

/** Returns the value with unknown parts. `pick` decides for each part, from the outside in. */
function obscured(value: unknown, pick: () => boolean): unknown {
  if (pick()) {
    return UNKNOWN;
  }
  if (Array.isArray(value)) {
    return value.map((item) => obscured(item, pick));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, obscured(item, pick)]));
}

test.each(valid)("%s is accepted with unknown values in any place", (_, declaration, value) => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(9)), (numbers) => {
      const pick = () => numbers.next().value === 0;
      expect(refusals(declaration, obscured(value, pick))).toEqual([]);
    }),
  );
});

test("an unknown value is accepted for every type and every allowed value", () => {
  expect(refusals(alert, { ...tileAlert, interval: UNKNOWN, channels: UNKNOWN, threshold: UNKNOWN })).toEqual([]);
  expect(refusals(tileConfigField, { displayType: UNKNOWN, color: "red" })).toEqual([]);
});

test("a rule is skipped if it reads an unknown value, and a known value next to it is still checked", () => {
  const count = { aggFn: "count", valueExpression: "Duration", level: 0.5 };
  expect(refusals(selectItemField, { ...count, aggFn: UNKNOWN })).toEqual([]);
  expect(refusals(selectItemField, { ...count, valueExpression: UNKNOWN })).toEqual([
    expect.stringMatching(/^level: /),
  ]);
});

test("the number of values of a tile is checked even if the values are unknown", () => {
  const number = { displayType: "number", sourceId: UNKNOWN };
  expect(refusals(tileConfigField, { ...number, select: [UNKNOWN, { aggFn: "count", where: UNKNOWN }] })).toEqual([
    expect.stringMatching(/^select: A number tile shows one value, and there are 2/),
  ]);
  expect(refusals(tileConfigField, { ...number, select: UNKNOWN })).toEqual([]);
});

test("the number of tiles is checked even if their sources are unknown", () => {
  const one = {
    name: "",
    x: 0,
    y: 0,
    w: 1,
    h: 1,
    config: { displayType: "search", sourceId: UNKNOWN, select: "Body" },
  };
  const tiles = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`tile-${index}`, one]));
  expect(refusals(dashboard, { name: "Large", tiles })).toEqual([expect.stringMatching(/^tiles: .* this one has 501/)]);
});

test("a tab without a container is refused even if the source of the tile is unknown", () => {
  const config = { displayType: "search", sourceId: UNKNOWN, select: "Body" };
  expect(refusals(tileField, { name: "", x: 0, y: 0, w: 1, h: 1, tabId: "first", config })).toEqual([
    expect.stringMatching(/^tabId: A tab is part of a container/),
  ]);
});

test("a container that does not exist is refused, unless another container is unknown", () => {
  const text = { name: "", x: 0, y: 0, w: 1, h: 1, config: UNKNOWN, containerId: "top" };
  const having = (...ids: unknown[]) =>
    refusals(dashboard, {
      name: "D",
      tiles: { text },
      containers: ids.map((id) => ({ id, title: UNKNOWN, collapsed: UNKNOWN })),
    });
  expect(having("bottom")).toEqual([expect.stringMatching(/^tiles\.\{text\}\.containerId: .* no container "top"/)]);
  expect(having("bottom", UNKNOWN)).toEqual([]);
});

test("two channels are not reported as equal if an id is unknown", () => {
  const unknown = { type: "webhook", webhookId: UNKNOWN };
  expect(refusals(alert, { ...tileAlert, channels: [unknown, unknown] })).toEqual([]);
  const known = { type: "webhook", webhookId: ID };
  expect(refusals(alert, { ...tileAlert, channels: [known, known] })).toHaveLength(1);
});
