import { testLostStates } from "../support/acceptance/existing-names";

// `npm test` runs all of these tests in the open-source deployment, and one of them in the managed deployment.
testLostStates("managed");
