import { parseArgs } from "node:util";
import { FORMS } from "../test/projects/forms";
import { runLongTests } from "./long-tests";

/**
 * Installs the packed package in fresh projects of every form that users have (`test/projects/forms.ts`), and applies a stack from each.
 * Needs `npm run build`, an engine and the npm registry, from which it fetches versions of Node and package managers.
 *
 *     npm run test:projects -- [--only "part of a name"]     of a form, or of a file of test/projects: ci-kits, testing-examples
 */
const { values } = parseArgs({ options: { only: { type: "string" } } });

const isForm = Object.keys(FORMS).some((name) => name.includes(values.only ?? ""));
const files = values.only === undefined ? "*" : isForm ? "projects" : `*${values.only}*`;

process.exitCode = runLongTests(`projects/${files}`, { PROJECT_FORMS: isForm ? values.only : undefined });
