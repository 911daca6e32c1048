import { testMovingAlerts } from "../support/acceptance/moving-alerts";

// `npm test` runs all of these tests in the open-source deployment, and one of them in the managed deployment.
testMovingAlerts("managed");
