import { testCanaryCommands } from "../support/acceptance/canary-commands";

describe("the canaries in every format", () => testCanaryCommands(true));
