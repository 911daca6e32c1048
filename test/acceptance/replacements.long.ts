import { testReplacements } from "../support/acceptance/replacements";

// `npm test` replaces objects in all ways in the open-source deployment, and in one way in the managed deployment.
testReplacements("managed");
