import { testDashboards } from "../support/acceptance/dashboard";

// `npm test` runs all of these tests in the open-source deployment, and one of them in the managed deployment.
testDashboards("managed");
