import type { z } from "zod";
import { describeUnsupported } from "../../../src/declaration/describe-refusal";
import { compoundShapeOf, declaredFieldsOf, objectsOf } from "../../../src/declaration/shape";
import { alert } from "../../../src/resources/alert/declaration";
import { apiKey } from "../../../src/resources/api-key/declaration";
import { dashboard } from "../../../src/resources/dashboard/declaration";
import { dashboardFilter } from "../../../src/resources/dashboard/filter";
import { selectItemField } from "../../../src/resources/dashboard/tiles/select-item";
import { tileConfigField } from "../../../src/resources/dashboard/tiles/tile-config";
import { savedSearch } from "../../../src/resources/saved-search/declaration";

const DECLARATIONS: Readonly<Record<string, z.ZodType>> = {
  alert,
  apiKey,
  dashboard,
  dashboardFilter,
  savedSearch,
  selectItem: selectItemField,
  tile: tileConfigField,
};

const entries = Object.entries(DECLARATIONS).flatMap(([declaration, schema]) =>
  objectsOf(compoundShapeOf(schema)).flatMap((shape) =>
    Object.entries(shape.synonyms).map(([word, code]) => ({ declaration, shape, word, code })),
  ),
);

test.each(entries)("$declaration: the name $word is refused with the suggestion $code", ({ shape, word, code }) => {
  const names = declaredFieldsOf(shape).map(({ name, meta }) => meta.propName ?? name);
  expect(names).not.toContain(word);
  expect(describeUnsupported(word, shape, [], ({ name }) => name)).toContain(`. Use ${code}.`);
});

test.each(["title", "format", "decimals", "limit", "columns", "where", "label", "query"])(
  "a tile or one of its values has a hint for %s",
  (word) => {
    const hints = entries.filter((each) => ["tile", "selectItem"].includes(each.declaration) && each.word === word);
    expect(hints).not.toEqual([]);
  },
);

test.each(["severity", "channel"])("an alert has a hint for %s", (word) => {
  expect(entries.filter((each) => each.declaration === "alert" && each.word === word)).toHaveLength(1);
});
