import { testCompanions } from "../support/acceptance/companions";

// `npm test` runs these tests in the open-source deployment.
testCompanions("managed");
