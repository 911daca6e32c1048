import { testForeignTexts } from "../support/acceptance/foreign-texts";

describe("the text of a dashboard", () => testForeignTexts({ from: "an object", format: "hcl" }));
