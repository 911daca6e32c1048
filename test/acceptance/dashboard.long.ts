import { testDashboards } from "../support/acceptance/dashboard";

// `npm test` runs all of these in the open-source deployment, and one in the managed deployment.
testDashboards("managed");
