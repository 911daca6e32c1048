import * as z from "zod";
import { jsonDocument } from "../../terminal/json-document";
import type { FieldChange, Report, Shown } from "../changes/report-model";
import { reportExitCode } from "../report-options";

const shown = z
  .union([
    z.object({ value: z.json() }).describe("A value."),
    z.object({ absent: z.literal(true) }).describe("Not set."),
    z.object({ sensitive: z.literal(true) }).describe("Set and sensitive."),
    z.object({ unknown: z.literal(true) }).describe("Known after the apply."),
  ])
  .describe("One of `value`, `absent`, `sensitive` and `unknown`.");

const objectFields = {
  type: z.string().describe("Terraform's resource type."),
  noun: z.string().describe("Such as `dashboard`, `alert` or `key`."),
  name: z.string().describe("The name of the object for people."),
  place: z.string().optional().describe("Where the object is, such as the tile that an alert watches."),
};

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
            ...objectFields,
            action: z
              .enum(["create", "update", "replace", "delete", "import", "move", "forget"])
              .describe("The action of an apply; for drift, the change on the server: `delete` is a deleted object."),
            condition: z.string().optional().describe("When an alert fires, such as `≥ 100 in 5m`."),
            source: z
              .object({
                file: z.string().describe("Relative to where the command was started."),
                line: z.int(),
                url: z
                  .string()
                  .optional()
                  .describe("The line in the web interface of GitHub or GitLab, in their jobs."),
                column: z.int().optional().describe("Known for a program in TypeScript or JavaScript."),
              })
              .optional()
              .describe("The line that declares the object: of the program, or of a configuration in HCL."),
            adoptable: z
              .boolean()
              .optional()
              .describe("True if the object was changed on the server and `adopt` may take the change into the code."),
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
      diagnostics: z.array(
        z.object({
          severity: z.enum(["error", "warning"]),
          summary: z.string(),
          detail: z.string(),
          address: z.string().optional(),
          position: z.string().optional().describe("`file:line`."),
        }),
      ),
    }),
  ),
  unmanaged: z
    .array(z.object({ ...objectFields, id: z.string() }))
    .describe("Objects on the server that are in no state; drift only."),
  shared: z
    .array(
      z.object({
        type: objectFields.type,
        noun: objectFields.noun,
        name: objectFields.name,
        id: z.string(),
        places: z.array(z.object({ stack: z.string().describe("The name of the stack."), address: z.string() })),
      }),
    )
    .describe("Objects that the states of the stacks contain more than once."),
  problems: z.array(z.string()).describe("The reason why the check for unmanaged objects failed."),
});

export const REPORT_VERSION = 1;

export function jsonReport(report: Report): string {
  const { command, unmanaged, shared, problems } = report;
  const stacks = report.stacks.map(({ name, folder, failed, managed, objects, outputs, diagnostics }) => ({
    ...{ name, folder, failed },
    managed: managed.length,
    objects: objects.map(({ risks, fields, ...object }) => ({ ...object, risks, fields: fields.map(fieldDocument) })),
    ...{ outputs, diagnostics },
  }));
  const document = { exitCode: reportExitCode(report), stacks, unmanaged, shared, problems };
  // The validated copy lacks values under names such as __proto__.
  reportDocument.parse(document);
  return jsonDocument(command, REPORT_VERSION, document);
}

function fieldDocument({ before, after, ...rest }: FieldChange) {
  return { ...rest, before: shownDocument(before), after: shownDocument(after) };
}

function shownDocument(shown: Shown) {
  return shown.kind === "value" ? { value: shown.value } : { [shown.kind]: true };
}
