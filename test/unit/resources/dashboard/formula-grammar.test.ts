import { formulaProblem } from "../../../../src/resources/dashboard/tiles/formula";

const letters = "Letters refer to the select items by position: A, B.";
const parts = "Use letters for the select items, numbers, + - * / and parentheses.";

test.each(["A", "A / B", "A / (A + B) * 100", "-A - -B", "0.5*A+.25*B", `${"(".repeat(64)}A${")".repeat(64)}`])(
  'the grammar accepts the formula "%s"',
  (expression) => {
    expect(formulaProblem(expression, 2)).toBeUndefined();
  },
);

test.each([
  ["", "The formula is empty. Write one such as A / B."],
  ["1 + 2", "The formula uses no select item. Name one by its letter: A, B."],
  ["A / C", `The select item "C" does not exist. ${letters}`],
  ["a / b", `The select item "a" does not exist. ${letters}`],
  ["AB", `The select item "AB" does not exist. ${letters}`],
  ["A +", "The formula ends where a letter or a number should follow."],
  ["(A + B", 'A parenthesis is not closed. Add a ")".'],
  ["A + B)", `")" is not valid at this place of the formula. ${parts}`],
  ["A B", `"B" is not valid at this place of the formula. ${parts}`],
  ["A ^ 2", `"^" is not valid at this place of the formula. ${parts}`],
  ["A % B", `"%" is not valid at this place of the formula. ${parts}`],
  ["+A", `"+" is not valid at this place of the formula. ${parts}`],
  ["max(A, B)", `The select item "max" does not exist. ${letters}`],
  [
    `${"(".repeat(65)}A${")".repeat(65)}`,
    "The formula is nested more than 64 levels deep. Split it, or leave out parentheses.",
  ],
])('the grammar rejects the formula "%s"', (expression, problem) => {
  expect(formulaProblem(expression, 2)).toBe(problem);
});
