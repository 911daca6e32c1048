import { describeSizes } from "../../support/cli/hostile-sizes";
import { describeTiles } from "../../support/cli/many-tiles";

// All other texts are in hostile-sizes.long.ts.
describeSizes([
  ["", "1"],
  ['"', '\\"'],
  ["${file", "/**/"],
  ["x", "\u0301\u0323"],
]);

// The other grids are in many-tiles.long.ts.
describeTiles(["in one place"]);
