import * as z from "zod";
import { FORMATS, writtenFile } from "../../project/generated-file";
import { IMPORTED_TYPES } from "../../project/imported-types";
import { declareDocument } from "../../terminal/json-document";

const object = z.object({ type: z.enum(IMPORTED_TYPES), id: z.string(), name: z.string() });

const address = z.string().describe("In Terraform, such as `clickstack_dashboard.checkout`.");

const difference = z.object({
  address,
  actions: z.array(z.string()).describe("Actions of Terraform, such as `update`."),
  paths: z.array(z.string()).describe("The attributes that differ, joined by dots."),
});

/** The planned change of one resource. */
export type Difference = z.output<typeof difference>;

const verification = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("verified"),
    engine: z.string(),
    imported: z.array(address).describe("The imported resources. The plan changed none, and the next plan was empty."),
    missing: z
      .array(address)
      .describe("Addresses of this import and earlier ones that the edited code no longer contains."),
  }),
  z
    .object({ status: z.literal("differs"), engine: z.string(), changes: z.array(difference) })
    .describe("The plan has changes. The import was not applied."),
  z
    .object({ status: z.literal("failed"), step: z.string(), output: z.string() })
    .describe("A step ended with an error."),
  z.object({ status: z.literal("skipped"), reason: z.string() }),
]);

export type Verification = z.output<typeof verification>;

const notes = z
  .array(z.string())
  .describe(
    "Sentences about resource types that the credentials may not read, dashboard settings that the API does not return, and objects in the folder that were deleted on the server.",
  );

/** Document of `import <dir> --json`, without `kind` and `version`. */
export const importDocument = declareDocument("import", 1, {
  folder: z.string().describe("The folder as the user named it."),
  format: z.enum(FORMATS),
  objects: z.array(
    object.extend({
      address,
      status: z
        .enum(["added", "present"])
        .describe(
          "`present`: it was in the folder before, or a state of the folder manages it; it is not imported twice.",
        ),
    }),
  ),
  leftOut: z.array(object.extend({ reason: z.string() })),
  tilesLeftOut: z
    .array(z.object({ address, key: z.string(), name: z.string(), reason: z.string() }))
    .describe("Tiles that cannot be declared. The code ignores them, so that updates of their dashboards keep them."),
  files: z.array(writtenFile),
  verification,
  notes,
});

/** Document of `import --list --json`, without `kind` and `version`. */
export const importListDocument = declareDocument("import-list", 1, {
  objects: z.array(object.extend({ tags: z.array(z.string()) })),
  notes,
});
