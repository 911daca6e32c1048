import { testReplacements } from "../support/acceptance/replacements";

// `npm test` runs these tests in the open-source deployment.
testReplacements("managed");
