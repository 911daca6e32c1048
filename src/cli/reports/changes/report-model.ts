import * as z from "zod";
import { SensitiveValue } from "../../../drawing";
import { engineDiagnostic } from "../../engine/diagnostics";
import { codeLine } from "../../project/code-lines";
import { reportedObject, unmanagedObject } from "../../project/reported-types";
import type { ReadonlyDocument } from "../../terminal/json-document";
import type { ReviewedPart } from "./reviewed-parts";

const shown = z
  .union([
    z.object({ value: z.json() }).describe("A value."),
    z.object({ absent: z.literal(true) }).describe("Not set."),
    z.object({ sensitive: z.literal(true) }).describe("Set and sensitive."),
    z.object({ unknown: z.literal(true) }).describe("Known after the apply."),
  ])
  .describe("One of `value`, `absent`, `sensitive` and `unknown`.");

/** Fields of `plan --json` and `drift --json` after `kind` and `version`. */
export const reportDocument = z.object({
  exitCode: z.int().describe("The exit code."),
  stacks: z.array(
    z.object({
      name: z.string(),
      folder: z.string().describe("Relative to where the command was started."),
      failed: z.boolean().describe("True if the engine failed; the diagnostics contain the reason."),
      managed: z.int().describe("How many objects the stack manages."),
      objects: z
        .array(
          z.object({
            address: z.string().describe("The engine's address."),
            ...reportedObject.shape,
            action: z
              .enum(["create", "update", "replace", "delete", "import", "move", "forget"])
              .describe("The action of an apply; for drift, the change on the server: `delete` is a deleted object."),
            condition: z.string().optional().describe("When an alert fires, such as `≥ 100 in 5m`."),
            source: codeLine
              .optional()
              .describe("The line that declares the object: of the program, or of a configuration in HCL."),
            adoptable: z
              .boolean()
              .optional()
              .describe("True if the object was changed on the server and `adopt` may take the change into the code."),
            elsewhere: z
              .enum(["changed", "deleted"])
              .optional()
              .describe(
                "Set in a plan that only undoes what was done elsewhere since the last apply: the object was changed, or it was deleted.",
              ),
            risks: z.array(
              z.object({ rule: z.string().describe("Does not change between versions."), message: z.string() }),
            ),
            fields: z.array(
              z.object({
                path: z
                  .array(z.union([z.string(), z.int()]))
                  .describe("The path of the attribute, in Terraform's names."),
                part: z.string().optional().describe("The part of the object, such as `tile errors`."),
                field: z.string().describe("The field within its part; empty if the whole part was added or removed."),
                summary: z
                  .string()
                  .optional()
                  .describe(
                    'Kind and name of an added or removed part, such as `line "Errors"`. For a new tile also its query, place and settings.',
                  ),
                before: shown,
                after: shown,
                elsewhere: z
                  .enum(["undone", "overwritten"])
                  .optional()
                  .describe(
                    "Set in a plan if the field was changed elsewhere since the last apply: the apply restores the old value, or the code changed it too.",
                  ),
                beforeText: z
                  .string()
                  .optional()
                  .describe("`before` with names of objects instead of their ids, or with the unit of a threshold."),
                afterText: z
                  .string()
                  .optional()
                  .describe("`after` with names of objects instead of their ids, or with the unit of a threshold."),
              }),
            ),
          }),
        )
        .describe("Risky changes first."),
      outputs: z.array(z.string()).describe("Names of outputs that change."),
      diagnostics: z.array(engineDiagnostic),
    }),
  ),
  unmanaged: z.array(unmanagedObject).describe("Objects on the server that are in no state; drift only."),
  shared: z
    .array(
      z.object({
        ...reportedObject.omit({ place: true }).shape,
        id: z.string(),
        places: z.array(z.object({ stack: z.string().describe("The name of the stack."), address: z.string() })),
      }),
    )
    .describe("Objects that the states of the stacks contain more than once."),
  problems: z.array(z.string()).describe("The reason why the check for unmanaged objects failed."),
});

/** The types of a report follow from its JSON document. Only values differ: `Shown` hides sensitive ones. */
type ReportDocument = ReadonlyDocument<typeof reportDocument>;
type StackDocument = ReportDocument["stacks"][number];
type ObjectDocument = StackDocument["objects"][number];
type FieldDocument = ObjectDocument["fields"][number];

export type Action = ObjectDocument["action"];
export type Risk = ObjectDocument["risks"][number];
export type SharedObject = ReportDocument["shared"][number];

/** A value, or the reason why there is nothing to show. */
export type Shown = { readonly kind: "value"; readonly value: unknown } | { readonly kind: keyof typeof REMARKS };

export const REMARKS = {
  absent: "(not set)",
  sensitive: SensitiveValue.TEXT,
  unknown: "(known after apply)",
} as const;

export type FieldChange = Omit<FieldDocument, "before" | "after"> & { readonly before: Shown; readonly after: Shown };

export type ObjectChange = Omit<ObjectDocument, "fields"> & { readonly fields: readonly FieldChange[] };

export type StackReport = Omit<StackDocument, "managed" | "objects"> & {
  /** Addresses of all objects of the stack, including deleted ones. */
  readonly managed: readonly string[];
  readonly objects: readonly ObjectChange[];
  /** Other parts of a plan that `plan --reviewed` compares. Reports do not show them. */
  readonly reviewed: readonly ReviewedPart[];
};

/** Content of a report. All formats are written from it. */
export type Report = Pick<ReportDocument, "unmanaged" | "shared" | "problems"> & {
  /** `plan`: changes of an apply. `drift`: changes made elsewhere since the last apply. */
  readonly command: "plan" | "drift";
  readonly stacks: readonly StackReport[];
  /** Objects that are in no state are drift. By default they are only listed. */
  readonly failsOnUnmanaged?: boolean;
};
