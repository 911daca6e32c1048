import { collectClearValues } from "../../../src/declaration/field";
import { objectShapeOf } from "../../../src/declaration/shape";
import { alert, apiKey, dashboard } from "../../../src/resources/declarations";

test("an update of a dashboard clears every field that the server would keep", () => {
  expect(collectClearValues(objectShapeOf(dashboard))).toEqual({
    tags: [],
    filters: [],
    savedQuery: null,
    savedQueryLanguage: null,
    savedFilterValues: [],
    containers: [],
  });
});

test("an update of an alert clears its start, and the server then clears the offset too", () => {
  expect(collectClearValues(objectShapeOf(alert))).toEqual({ scheduleStartAt: null });
});

test("an update of a key clears its expiry", () => {
  expect(collectClearValues(objectShapeOf(apiKey))).toEqual({ expireAt: null });
});
