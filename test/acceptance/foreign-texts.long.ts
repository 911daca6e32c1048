import { testForeignTexts } from "../support/acceptance/foreign-texts";

describe("each text in every field", () => {
  testForeignTexts({ from: "a text", format: "typescript", perObject: 1 });
  testForeignTexts({ from: "an object", format: "hcl", perObject: 1 });
});
