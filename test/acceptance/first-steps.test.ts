import { testFirstSteps } from "../support/acceptance/first-steps";

// `first-steps.long.ts` runs all commands of Getting started.
describe("a new user who follows README and Getting started without edits", () => testFirstSteps(false));
