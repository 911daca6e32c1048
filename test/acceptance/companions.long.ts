import { testCompanions } from "../support/acceptance/companions";

// `npm test` runs all of these in the open-source deployment, and one in the managed deployment.
testCompanions("managed");
