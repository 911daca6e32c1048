import { describeSizes } from "../../support/cli/hostile-sizes";
import { describeTiles } from "../../support/cli/many-tiles";

// All other texts are in hostile-sizes.long.ts.
describeSizes([
  ["", "1"],
  ['"', '\\"'],
  ["${file", "/**/"],
  ["x", "\u0301\u0323"],
]);

// The other grids and forms are in many-tiles.long.ts. The page contains the drawing as SVG, and the texts that JSON contains.
describeTiles(["in one place"], ["txt", "html"]);
