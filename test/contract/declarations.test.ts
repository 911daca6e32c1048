import { compareAllTypes } from "./declarations/compare-all-types";

/** These tests compare a part of the changes. `declarations.long.ts` compares all of them. */
const STEP = 24;

describe("the validations of the provider and of the server", () => compareAllTypes(STEP));
