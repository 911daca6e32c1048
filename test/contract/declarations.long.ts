import { compareAllTypes } from "./declarations/compare-all-types";

describe("the validations of the provider and of the server", () => compareAllTypes(1));
