import { RECIPES, testRecipes } from "../support/day-2-recipes";

testRecipes(RECIPES);
