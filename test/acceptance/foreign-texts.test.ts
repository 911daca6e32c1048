import { testForeignTexts } from "../support/acceptance/foreign-texts";

describe("the text of a dashboard", () => testForeignTexts({ from: "a text", format: "typescript" }));
