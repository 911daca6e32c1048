import { testCompanions } from "../support/acceptance/companions";

// `npm test` runs all of these tests in the open-source deployment, and one of them in the managed deployment.
testCompanions("managed");
