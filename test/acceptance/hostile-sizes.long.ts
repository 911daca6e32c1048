import { describeSizes, REPEATED } from "../support/cli/hostile-sizes";

describeSizes(REPEATED);
