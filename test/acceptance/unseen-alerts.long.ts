import { testUnseenAlerts } from "../support/acceptance/unseen-alerts";

// `npm test` runs all of these tests in the open-source deployment, and one of them in the managed deployment.
testUnseenAlerts("managed");
