import { testInterruptedCreates } from "../support/acceptance/interrupted-creates";

// `npm test` runs these tests in the open-source deployment.
testInterruptedCreates("managed");
