import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentName, openApiDocuments } from "./coverage/documents";
import { operationsOfDocuments } from "./coverage/operations";
import { coverageOf, coverageText } from "./coverage/report";

/** `npm run docs:coverage`: writes docs/coverage.md. */
const coverage = Object.entries(openApiDocuments()).map(([name, properties]) =>
  coverageOf(name as DocumentName, properties),
);
writeFileSync(join(__dirname, "..", "docs", "coverage.md"), coverageText(coverage, operationsOfDocuments()));
