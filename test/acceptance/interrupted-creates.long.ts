import { testInterruptedCreates } from "../support/acceptance/interrupted-creates";

// `npm test` runs all of these tests in the open-source deployment, and one of them in the managed deployment.
testInterruptedCreates("managed");
