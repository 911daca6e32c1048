import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentName, openApiDocuments } from "./coverage/documents";
import { coverageOf, coverageText } from "./coverage/report";

/** `npm run docs:coverage`: writes docs/coverage.md. Needs the OpenAPI documents beside this project. */
const documents = openApiDocuments();
if (!documents) throw new Error("The OpenAPI documents are not beside this project. The report stays as it is.");
const coverage = Object.entries(documents).map(([name, properties]) => coverageOf(name as DocumentName, properties));
writeFileSync(join(__dirname, "..", "docs", "coverage.md"), coverageText(coverage));
