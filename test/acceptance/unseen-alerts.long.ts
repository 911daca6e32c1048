import { testUnseenAlerts } from "../support/acceptance/unseen-alerts";

// `npm test` runs these tests in the open-source deployment.
testUnseenAlerts("managed");
