import { DiagnosticError, type Resource } from "../../plugin";
import type { Session } from "./session";

/** What ids look like: 24 hexadecimal digits in ClickStack, a UUID for API keys (docs/internals/api-behavior.md 0). */
const FORMS = {
  objectId: { pattern: /^[0-9a-f]{24}$/i, text: "24 hexadecimal digits, such as 0123456789abcdef01234567" },
  uuid: {
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    text: "a UUID, such as 00000000-0000-4000-8000-000000000000",
  },
} as const;

export type IdForm = keyof typeof FORMS;

/** The resource with an import that refuses what cannot be an id, before any request. */
export function importingById(form: IdForm, noun: string, resource: Resource<Session>): Resource<Session> {
  const { pattern, text } = FORMS[form];
  return {
    ...resource,
    async import(request, context) {
      if (!resource.import) throw new Error("An import needs a handler.");
      if (pattern.test(request.id)) return resource.import(request, context);
      throw new DiagnosticError({
        severity: "error",
        summary: request.id === "" ? "The import has no id" : "The import's id has another form",
        detail: `The id of ${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun} is ${text}; here is ${JSON.stringify(request.id)}.\nFix: give the id, which \`npx cdk-clickstack import --list\` and the URL in the UI show.`,
      });
    },
  };
}
