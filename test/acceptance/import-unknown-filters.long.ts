import { testUnknownFilters } from "../support/acceptance/import-unknown-filters";

testUnknownFilters(["typescript", "hcl"]);
