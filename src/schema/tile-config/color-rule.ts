import * as z from "zod";
import { chartColor } from "../color";
import { optional, required } from "../field";
import { isPresent } from "../present";
import { type Rule, withRules } from "../rule";

const operator = <const T extends string>(name: T, meaning: string) =>
  required(`Holds when the value is ${meaning}.`, z.literal(name));

const paint = {
  color: required("The colour while the rule holds.", chartColor),
  label: optional("A name of the rule.", z.string().max(40)),
};

const bound = required("The number that the value is compared with.", z.number());

const exactlyOne: Rule = {
  reads: ["value", "text"],
  check: ({ value, text }) => {
    if (isPresent(value) && isPresent(text))
      return "A rule compares with a number or with a text, not with both. Keep one.";
    if (isPresent(value) || isPresent(text)) return undefined;
    return "The rule needs what to compare with: a number here, or a text in `text`.";
  },
};

const equality = {
  value: optional("The number that the value is compared with.", z.number()),
  text: optional("The text that the value is compared with. The API's `value`.", z.string().max(200), {
    apiName: "value",
  }),
  ...paint,
};

/**
 * A colour of a number tile and when it holds (docs/internals/api-behavior.md 4.8). The API keeps numbers, texts and pairs in one field
 * `value`.
 */
export const colorRule = z.union([
  z.object({ operator: operator("gt", "over the number"), value: bound, ...paint }),
  z.object({ operator: operator("gte", "at or over the number"), value: bound, ...paint }),
  z.object({ operator: operator("lt", "under the number"), value: bound, ...paint }),
  z.object({ operator: operator("lte", "at or under the number"), value: bound, ...paint }),
  z.object({
    operator: operator("between", "within two numbers, which count as within"),
    between: required("The two numbers, the smaller one first. The API's `value`.", z.array(z.number()).length(2), {
      apiName: "value",
    }),
    ...paint,
  }),
  withRules(z.object({ operator: operator("eq", "this number or text"), ...equality }), exactlyOne),
  withRules(z.object({ operator: operator("neq", "anything but this number or text"), ...equality }), exactlyOne),
]);
