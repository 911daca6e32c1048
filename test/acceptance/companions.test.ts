import { testCompanions } from "../support/acceptance/companions";

testCompanions("open-source");
