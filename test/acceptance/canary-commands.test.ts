import { testCanaryCommands } from "../support/acceptance/canary-commands";

// `canary-commands.long.ts` also prints the formats and refusals that these tests leave out.
describe("the search for canary secrets", () => testCanaryCommands(false));
