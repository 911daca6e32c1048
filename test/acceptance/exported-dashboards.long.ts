import { testExportedDashboards } from "../support/acceptance/exported-dashboards";

// `npm test` runs these tests in the open-source deployment.
testExportedDashboards("managed");
