import { testExportedDashboards } from "../support/acceptance/exported-dashboards";

// `npm test` runs all of these in the open-source deployment, and one in the managed deployment.
testExportedDashboards("managed");
