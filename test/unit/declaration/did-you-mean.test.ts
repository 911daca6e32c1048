import { didYouMean } from "../../../src/resources/declarations";

test.each([
  ["groupby", ' Did you mean "groupBy"?'],
  ["grupBy", ' Did you mean "groupBy"?'],
  ["selct", ' Did you mean "select"?'],
  ["asRation", ' Did you mean "asRatio"?'],
])("%s gets a suggestion of a similar valid name", (written, sentence) => {
  expect(didYouMean(written, ["select", "groupBy", "asRatio"])).toBe(sentence);
});

test("a name without a similar valid name gets no suggestion", () => {
  expect(didYouMean("thresholdMax", ["select", "groupBy"])).toBe("");
  expect(didYouMean("anything", [])).toBe("");
});

test("a word without a common letter is not suggested, even if the word is short", () => {
  expect(didYouMean("xy", ["id"])).toBe("");
});
