import { testUnseenAlerts } from "../support/acceptance/unseen-alerts";

testUnseenAlerts("open-source");
