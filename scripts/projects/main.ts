/**
 * Installs the packed package in a fresh project of each form (`test/acceptance/projects/forms.ts`), and applies a
 * stack in each. Requires `npm run build`, an engine and the npm registry.
 *
 *     npm run test:projects -- [--only "part of the name of a form or of a file in test/projects"]
 */

import { FORMS } from "../../test/acceptance/projects/forms";
import { runLongTests } from "../support/long-tests";
import { readOptions } from "../support/options";

const { values } = readOptions({ options: { only: { type: "string" } } });

const isForm = Object.keys(FORMS).some((name) => name.includes(values.only ?? ""));
const files = values.only === undefined ? "*" : isForm ? "projects" : `*${values.only}*`;

process.exitCode = runLongTests(`acceptance/projects/${files}`, { PROJECT_FORMS: isForm ? values.only : undefined });
