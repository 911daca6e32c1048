import { compareAllTypes } from "./declarations/compare-all-types";

describe("the provider's validation and the server's", () => compareAllTypes(1));
