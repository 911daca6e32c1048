import * as z from "zod";
import { FORMATS, writtenFile } from "../../project/generated-file";
import { declareDocument, type ReadonlyDocument } from "../../terminal/json-document";

const counts = z.object({ exact: z.int(), approximated: z.int(), leftOut: z.int() });

const result = z.object({
  kind: z.enum(["panel", "rule"]),
  file: z.string().describe("File of the input, or path in the API of Grafana."),
  owner: z.string().describe("Title of the dashboard or of the rule group."),
  title: z.string(),
  isClickHouse: z.boolean().describe("True if it has a query on ClickHouse."),
  class: z.enum(["exact", "approximated", "left out"]),
  differences: z
    .array(z.string())
    .describe("Each difference from Grafana as a sentence, or the reason why it was left out."),
  path: z.string().optional().describe("File of the generated code, below the folder."),
  line: z.int().optional(),
});

const checked = z.object({
  address: z.string(),
  name: z.string(),
  status: z.enum(["equal", "differs", "failed"]),
  detail: z.string().optional(),
});

/** Document of `migrate --json`, without `kind` and `version`. */
export const migrateDocument = declareDocument("migrate", 1, {
  summary: z.object({
    dashboards: z.int(),
    panels: counts.describe("Panels with a query on ClickHouse."),
    rules: counts.describe("Rules with a query on ClickHouse."),
    otherSources: z
      .object({ panels: z.int(), rules: z.int() })
      .describe("Left out, because no query is on ClickHouse."),
    withoutQuery: z.int().describe("Converted panels without a query, such as texts."),
  }),
  folder: z.string(),
  format: z.enum(FORMATS),
  results: z.array(result),
  files: z.array(writtenFile),
  problems: z
    .array(z.object({ file: z.string(), reason: z.string() }))
    .describe("Files and parts that were not understood."),
  notes: z.array(z.string()),
  verification: z.array(checked).optional().describe("Results of `--verify`."),
});

export type MigrateResult = Parameters<typeof migrateDocument.text>[0];

export type Checked = ReadonlyDocument<typeof checked>;
