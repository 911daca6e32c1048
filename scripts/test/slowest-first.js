const Sequencer = require("@jest/test-sequencer").default;

/** The projects whose files take the longest come first, so that no worker waits at the end for one long file. */
const ORDER = ["acceptance", "contract", "integration", "unit"];

/** Short files that define long tests. jest orders them by their size until it knows their duration. */
const SHORT = /\/acceptance\/(canary-commands|foreign-texts)\.test\.ts$/;

/** Files that wait for most of their time. They come before the other files of their project, which use the processors. */
const WAITING = /\/(key-kills|key-names|several-processes)\.test\.ts$/;

/** Orders test files by project, and within a project as jest does: by their last duration, or else by their size. */
module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ context, path }) =>
      ORDER.indexOf(context.config.displayName?.name) - (SHORT.test(path) || WAITING.test(path) ? 0.5 : 0);
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
