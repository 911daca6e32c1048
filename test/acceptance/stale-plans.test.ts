import { testStalePlans } from "../support/acceptance/stale-plans";

testStalePlans("open-source");
