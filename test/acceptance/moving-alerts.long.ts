import { testMovingAlerts } from "../support/acceptance/moving-alerts";

// `npm test` runs all of these in the open-source deployment, and one in the managed deployment.
testMovingAlerts("managed");
