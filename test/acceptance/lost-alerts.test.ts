import { testLostAlerts } from "../support/acceptance/lost-alerts";

testLostAlerts("open-source");
