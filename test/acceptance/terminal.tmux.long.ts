import { testTerminals } from "../support/acceptance/terminal";

// A width between those of `terminal.tmux.test.ts`.
describe("the command line", () => testTerminals([80]));
