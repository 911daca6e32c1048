import { parseArgs } from "node:util";
import { runLongTests } from "./long-tests";

/**
 * Installs the packed package in fresh projects of every form that users have (`test/projects/forms.ts`), and applies a stack from each.
 * Needs `npm run build`, an engine and the npm registry, from which it fetches versions of Node and package managers.
 *
 *     npm run test:projects -- [--only "part of a name"]
 */
const { values } = parseArgs({ options: { only: { type: "string" } } });

process.exitCode = runLongTests("projects/*", { PROJECT_FORMS: values.only });
