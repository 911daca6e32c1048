import { testEmptyTextsOfSources } from "../support/acceptance/source-empty-texts";

testEmptyTextsOfSources("open-source", ["hcl"]);
