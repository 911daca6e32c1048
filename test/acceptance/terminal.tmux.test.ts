import { testTerminals } from "../support/acceptance/terminal";

// `terminal.tmux.long.ts` also tests a terminal with 80 columns.
describe("the command line", () => testTerminals([60]));
