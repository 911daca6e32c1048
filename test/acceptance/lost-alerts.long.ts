import { testLostAlerts } from "../support/acceptance/lost-alerts";

// `npm test` runs all of these in the open-source deployment, and one in the managed deployment.
testLostAlerts("managed");
