import { describeSizes } from "../../support/cli/hostile-sizes";
import { describeTiles } from "../../support/cli/many-tiles";

// All other texts are in hostile-sizes.long.ts.
describeSizes([["x", "\u0301\u0323"]]);

// many-tiles.long.ts tests the other grids and output formats.
describeTiles(["in one place"], ["txt"]);
