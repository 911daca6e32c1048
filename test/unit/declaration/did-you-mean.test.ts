import { didYouMean } from "../../../src/resources/declarations";

test.each([
  ["groupby", ' Did you mean "groupBy"?'],
  ["grupBy", ' Did you mean "groupBy"?'],
  ["selct", ' Did you mean "select"?'],
  ["asRation", ' Did you mean "asRatio"?'],
])("%s is near to a candidate", (written, sentence) => {
  expect(didYouMean(written, ["select", "groupBy", "asRatio"])).toBe(sentence);
});

test("what is near to nothing gets no offer", () => {
  expect(didYouMean("thresholdMax", ["select", "groupBy"])).toBe("");
  expect(didYouMean("anything", [])).toBe("");
});

test("a word that shares no letter is not offered, however short it is", () => {
  expect(didYouMean("xy", ["id"])).toBe("");
});
