import { testLostAlerts } from "../support/acceptance/lost-alerts";

// `npm test` runs all of these tests in the open-source deployment, and one of them in the managed deployment.
testLostAlerts("managed");
