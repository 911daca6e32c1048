import { testCanaryCommands } from "../support/acceptance/canary-commands";

// `canary-commands.long.ts` also tests the formats and refusals that these tests skip.
describe("the search for canary secrets", () => testCanaryCommands(false));
