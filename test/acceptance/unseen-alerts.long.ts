import { testUnseenAlerts } from "../support/acceptance/unseen-alerts";

// `npm test` runs all of these in the open-source deployment, and one in the managed deployment.
testUnseenAlerts("managed");
