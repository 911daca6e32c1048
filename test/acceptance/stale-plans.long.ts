import { testStalePlans } from "../support/acceptance/stale-plans";

// `npm test` runs all of these in the open-source deployment, and one in the managed deployment.
testStalePlans("managed");
