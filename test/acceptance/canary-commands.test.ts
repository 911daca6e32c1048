import { testCanaryCommands } from "../support/acceptance/canary-commands";

// `canary-commands.long.ts` also tests other formats and servers that fail.
describe("the search for canary secrets", () => testCanaryCommands(false));
