import { DiagnosticError } from "../../plugin";
import type { TypeWithObjects } from "../resource-type";
import type { ResourceHooks } from "./hooks";
import { withArticle } from "./report-failure";

/** Examples of ids for messages. */
const EXAMPLES = ["0123456789abcdef01234567", "00000000-0000-4000-8000-000000000000"];

/** Refuses an import of a text that cannot be an id, before any request. */
export function importIdHooks({ api }: TypeWithObjects): ResourceHooks {
  const { name: noun, idForm: form } = api;
  const example = EXAMPLES.find((each) => form.fits(each));
  const text = example === undefined ? form.words : `${form.words}, such as ${example}`;
  return {
    beforeImport(request) {
      if (form.fits(request.id.toLowerCase())) {
        return request;
      }
      throw new DiagnosticError({
        severity: "error",
        summary: request.id === "" ? "The import has no id" : "The import id is invalid",
        detail: `The id of ${withArticle(noun)} is ${text}; this one is ${JSON.stringify(request.id)}.\nFix: Set the id that \`npx cdk-clickstack import --list\` or the URL in the UI shows.`,
      });
    },
  };
}
