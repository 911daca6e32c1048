import { testLostStates } from "../support/acceptance/existing-names";

// `npm test` runs all of these in the open-source deployment, and one in the managed deployment.
testLostStates("managed");
