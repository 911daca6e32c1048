import * as z from "zod";
import { adoptedObject } from "../../code/edits/edit-result";
import { declareDocument, type ReadonlyDocument } from "../../terminal/json-document";

/** Document of `adopt --json`, without `kind` and `version`. */
export const adoptDocument = declareDocument("adopt", 1, {
  written: z.boolean().describe("True if the patch was written and the plan confirms it."),
  files: z.array(z.string()).describe("Source files that the patch changes, relative to the project."),
  patch: z.string().describe("Unified diff. Empty if there is nothing to adopt."),
  notVerified: z
    .string()
    .optional()
    .describe("Reason why no plan verified the patch. Absent if a plan confirms it, and for an empty patch."),
  patchRoot: z
    .string()
    .describe(
      "Folder in which `git apply` accepts the patch, relative to the project: `.`, or `../..` for a monorepo.",
    ),
  comments: z
    .array(z.object({ file: z.string(), line: z.number().describe("Line before the patch.") }))
    .describe("Comments in the lines of adopted values, which may describe the old values."),
  objects: z.array(adoptedObject).describe("Managed objects that were changed on the server, and added alerts."),
});

export type AdoptDocument = ReadonlyDocument<typeof adoptDocument.schema>;
