import { testFirstSteps } from "../support/acceptance/first-steps";

describe("a new user who follows README and Getting started without edits", () => testFirstSteps());
