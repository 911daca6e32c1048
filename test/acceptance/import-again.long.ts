import { testImportsAgain } from "../support/acceptance/import-again";

testImportsAgain("typescript");
testImportsAgain("hcl");
