import { describeSizes } from "../../support/cli/hostile-sizes";
import { describeTiles } from "../../support/cli/many-tiles";

// All other texts are in hostile-sizes.long.ts.
describeSizes([
  ["", "1"],
  ['"', '\\"'],
  ["${file", "/**/"],
  ["x", "\u0301\u0323"],
]);

// many-tiles.long.ts tests the other grids and output formats. The HTML page contains the SVG drawing and the texts of
// the JSON output.
describeTiles(["in one place"], ["txt", "html"]);
