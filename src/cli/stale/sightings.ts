import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { jsonIn } from "../../client/json";
import { visiblePath } from "../../visible";
import { CommandError } from "../frame/exit";
import { writeResult } from "../frame/output";

/** Maximum size of the file in bytes: some ten thousand alerts. */
const MAX_BYTES = 4 * 1024 * 1024;

const seenSchema = z.record(
  z.string().regex(/^[0-9a-f]{24}$/),
  z.object({ state: z.string(), since: z.iso.datetime() }),
);

const fileSchema = z.strictObject({ version: z.literal(1), alerts: seenSchema });

/** State in which each alert was at the last run, and the time of the first run that saw it without interruption. */
export type Sightings = Readonly<Record<string, { readonly state: string; readonly since: string }>>;

/** Reads the file of `--record`. A missing file is empty. Throws a `CommandError` for any other file. */
export function readSightings(file: string): Sightings {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) {
    return {};
  }
  const text = stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(file, "utf8") : undefined;
  const { success, data } = fileSchema.safeParse(jsonIn(text ?? ""));
  if (!success) {
    throw new CommandError(
      `${visiblePath(file)} is not usable as --record. It is not a file that report --stale wrote. Fix: Delete it, and the record begins again; or name another file.`,
    );
  }
  return data.alerts;
}

export function writeSightings(file: string, alerts: Sightings): void {
  const sorted = Object.fromEntries(Object.entries(alerts).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeResult(file, `${JSON.stringify({ version: 1, alerts: sorted }, undefined, 1)}\n`);
}
