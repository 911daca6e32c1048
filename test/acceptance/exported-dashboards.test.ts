import { testExportedDashboards } from "../support/acceptance/exported-dashboards";

testExportedDashboards("open-source");
