import { describeSizes, REPEATED } from "../support/cli/hostile-sizes";
import { testLongTexts } from "../support/constructs/long-texts";

describeSizes(REPEATED);
testLongTexts(["1", "-", "+", "1.", "|-", "12e"]);
