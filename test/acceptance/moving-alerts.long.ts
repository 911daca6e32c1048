import { testMovingAlerts } from "../support/acceptance/moving-alerts";

// `npm test` runs these tests in the open-source deployment.
testMovingAlerts("managed");
