import { testLostStates } from "../support/acceptance/existing-names";

// `npm test` runs these tests in the open-source deployment.
testLostStates("managed");
