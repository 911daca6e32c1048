import { describeSizes } from "../../support/cli/hostile-sizes";

// All other texts are in hostile-sizes.long.ts.
describeSizes([
  ["", "1"],
  ['"', '\\"'],
  ["${file", "/**/"],
  ["x", "\u0301\u0323"],
]);
