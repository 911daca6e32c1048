import { testStalePlans } from "../support/acceptance/stale-plans";

testStalePlans("open-source");
testStalePlans("managed", "one");
