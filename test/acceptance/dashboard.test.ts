import { testDashboards } from "../support/acceptance/dashboard";

testDashboards("open-source");
testDashboards("managed", "one");
