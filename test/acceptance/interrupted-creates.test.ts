import { testInterruptedCreates } from "../support/acceptance/interrupted-creates";

testInterruptedCreates("open-source");
