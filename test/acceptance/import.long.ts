import { testImports } from "../support/acceptance/import";

testImports(10);
