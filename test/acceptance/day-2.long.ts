import { QUICK_RECIPES, RECIPES, testRecipes } from "../support/day-2-recipes";

testRecipes(RECIPES.filter((heading) => !QUICK_RECIPES.includes(heading)));
