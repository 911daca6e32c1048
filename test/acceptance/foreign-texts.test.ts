import { testForeignTexts } from "../support/acceptance/foreign-texts";

// Each text is in a name, a query or a comment of some object. The long tests put each text into every field.
describe("the text of a dashboard", () => testForeignTexts({ from: "a text", format: "typescript", perObject: 5 }));
