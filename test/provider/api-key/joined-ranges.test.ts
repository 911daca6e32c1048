import { joinedRanges } from "../../../src/provider/api-key/joined-ranges";
import { rangeOf } from "../../../src/schema/address-range";

const joined = (...texts: string[]) => joinedRanges(texts.map(rangeOf));

test.each<[string[], string[]]>([
  [[], []],
  [["10.0.0.0/8"], ["10.0.0.0/8"]],
  [["128.0.0.0/1", "0.0.0.0/1"], ["0.0.0.0/0"]],
  [["10.0.0.0/8", "10.1.2.3"], ["10.0.0.0/8"]],
  [
    ["10.0.0.0/9", "10.128.0.0/9", "12.0.0.0/8"],
    ["10.0.0.0/8", "12.0.0.0/8"],
  ],
  [
    ["10.0.0.0", "10.0.0.2"],
    ["10.0.0.0", "10.0.0.2"],
  ],
])("%j are %j", (ranges, expected) => {
  expect(joined(...ranges)).toEqual(expected.map(rangeOf));
});
