import { testCanaryCommands } from "../support/acceptance/canary-commands";

describe("the search for canary secrets in every format", () => testCanaryCommands(true));
