import { testInterruptedCreates } from "../support/acceptance/interrupted-creates";

// `npm test` runs all of these in the open-source deployment, and one in the managed deployment.
testInterruptedCreates("managed");
