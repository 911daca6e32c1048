import { testLostAlerts } from "../support/acceptance/lost-alerts";

// `npm test` runs these tests in the open-source deployment.
testLostAlerts("managed");
