import { testUnsupportedTiles } from "../support/acceptance/import-unsupported";

testUnsupportedTiles(["hcl"]);
