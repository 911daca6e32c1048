import { testTerminals } from "../support/acceptance/terminal";

// A width between the widths of `terminal.tmux.test.ts`.
describe("the command line", () => testTerminals([80]));
