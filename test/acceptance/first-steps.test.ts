import { testFirstSteps } from "../support/acceptance/first-steps";

// `first-steps.long.ts` also runs the scripts of the project and all commands of Getting started.
describe("a new user who follows README without edits", () => testFirstSteps(false));
