import { QUICK_RECIPES, RECIPES, TESTED_RECIPES, testRecipes } from "../support/day-2-recipes";

test("every recipe of the page has a test in this file or in day-2.long.ts", () => {
  expect(TESTED_RECIPES).toEqual(RECIPES);
});

testRecipes(QUICK_RECIPES);
