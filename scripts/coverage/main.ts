/**
 * Writes docs/coverage.md, the share of the published APIs that declarations cover.
 *
 *     npm run docs:coverage
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentName, openApiDocuments } from "./documents";
import { operationsOfDocuments } from "./operations";
import { coverageOf, coverageText } from "./report";

const coverage = Object.entries(openApiDocuments()).map(([name, properties]) =>
  coverageOf(name as DocumentName, properties),
);
writeFileSync(join(__dirname, "..", "..", "docs", "coverage.md"), coverageText(coverage, operationsOfDocuments()));
