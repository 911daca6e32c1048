import { testExportedDashboards } from "../support/acceptance/exported-dashboards";

// `npm test` runs all of these tests in the open-source deployment, and one of them in the managed deployment.
testExportedDashboards("managed");
