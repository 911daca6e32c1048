import { RECIPES, TESTED_RECIPES } from "../support/day-2-recipes";

test("every recipe of the page has a test", () => {
  expect(TESTED_RECIPES).toEqual(RECIPES);
});
