import { testTerminals } from "../support/acceptance/terminal";

// `terminal.tmux.long.ts` also has a terminal of 80 columns.
describe("the command line", () => testTerminals([60]));
