const Sequencer = require("@jest/test-sequencer").default;

/** The projects whose files take the longest come first, so that no worker waits at the end for one long file. */
const ORDER = ["acceptance", "contract", "integration", "unit"];

/** Orders test files by project, and within a project as jest does: by their last duration, or else by their size. */
module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ context }) => ORDER.indexOf(context.config.displayName?.name);
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
