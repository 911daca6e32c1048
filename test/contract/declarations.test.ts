import { compareAllTypes } from "./declarations/compare-all-types";

/** Part of the changes that these tests compare. `declarations.long.ts` compares all of them. */
const STEP = 6;

describe("the validations of the provider and of the server", () => compareAllTypes(STEP));
