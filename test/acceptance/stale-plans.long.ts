import { testStalePlans } from "../support/acceptance/stale-plans";

// `npm test` runs these tests in the open-source deployment.
testStalePlans("managed");
