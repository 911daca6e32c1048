import * as z from "zod";
import { readRecordFile, writeRecordFile } from "../../project/read-file";

const seenSchema = z.record(z.string(), z.object({ state: z.string(), since: z.iso.datetime() }));

const fileSchema = z.strictObject({ version: z.literal(1), alerts: seenSchema });

/** State of each alert at the last run, and the time of the first run since which all runs saw this state. */
export type AlertStates = Readonly<Record<string, { readonly state: string; readonly since: string }>>;

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
