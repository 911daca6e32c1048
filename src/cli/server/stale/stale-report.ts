import * as z from "zod";
import { readRecordFile, writeRecordFile } from "../../project/read-file";
import { declareDocument, type ReadonlyDocument } from "../../terminal/json-document";

/** Rules of the report, in its order, with their titles. */
export const STALE_RULES = {
  "alert-errors": "Alerts whose last evaluation failed",
  "alert-webhook": "Alerts whose webhooks were deleted",
  "alert-no-data": "Alerts without data",
  "alert-firing": "Alerts that fire for a long time",
  "alert-silenced": "Alerts that are silenced for a long time",
  "dashboard-source": "Dashboards whose sources were deleted",
  "saved-search-source": "Saved searches whose sources were deleted",
  "webhook-unused": "Webhooks without alerts",
  "key-unused": "API keys that are not used",
  "key-expiring": "API keys that expire soon or have expired",
} as const;

export type StaleRule = keyof typeof STALE_RULES;

const finding = z.object({
  rule: z.enum(Object.keys(STALE_RULES) as [StaleRule, ...StaleRule[]]),
  type: z.string().describe("The resource type, such as `clickstack_alert`."),
  id: z.string(),
  name: z.string(),
  since: z.string().nullable().describe("Earliest known time of the state in ISO 8601. Null if no time is known."),
  text: z.string().describe("One or two sentences."),
  url: z.string().nullable().describe("Address in the user interface, if known."),
});

/** Document of `report --stale --json`, without `kind` and `version`. */
export const staleDocument = declareDocument("stale", 1, {
  readAt: z.iso.datetime(),
  days: z.int().describe("Days of `--days`, for API keys."),
  alertDays: z.int().describe("Days of `--alert-days`, for alerts."),
  findings: z.array(finding).describe("Ordered by rule and name."),
  recent: z
    .object({ firing: z.int(), noData: z.int() })
    .describe("Number of alerts that fire or have no data, but are not in `findings`."),
  skipped: z.array(z.string()).describe("Checks that this server or these credentials do not permit."),
  problems: z.array(z.string()).describe("Lists that could not be read completely."),
});

export type StaleReport = ReadonlyDocument<typeof staleDocument.schema>;

export type StaleObject = StaleReport["findings"][number];

const fileSchema = z.strictObject({
  version: z.literal(1),
  alerts: z.record(z.string(), z.object({ state: z.string(), since: z.iso.datetime() })),
});

/** State of each alert at the last run, and the time of the run that saw the change to this state. */
export type AlertStates = ReadonlyDocument<typeof fileSchema>["alerts"];

/** Reads the file of `--record`. A missing file is empty. Throws a `CommandError` for any other file. */
export function readAlertStates(file: string): AlertStates {
  const record = readRecordFile(file, {
    option: "--record",
    writer: "report --stale",
    afterDeletion: "the record begins again",
    schema: fileSchema,
  });
  return record?.alerts ?? {};
}

export function writeAlertStates(file: string, alerts: AlertStates): void {
  writeRecordFile(file, { version: 1, alerts });
}
