import { testStalePlans } from "../support/acceptance/stale-plans";

// `npm test` runs all of these tests in the open-source deployment, and one of them in the managed deployment.
testStalePlans("managed");
