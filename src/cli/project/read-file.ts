import type * as z from "zod";
import { jsonIn } from "../../client/json";
import { readRegularFile, UnsafePathError } from "../../confined-folder";
import { writeStableJson } from "../../declaration/value-types";
import { visiblePath } from "../../visible";
import { CommandError, expectedError } from "../terminal/exit";
import { writeResult } from "../terminal/output";

/** Maximum size of a file of settings, and of a record with some ten thousand objects. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Maximum size of a file that a program wrote. An engine needs minutes for a larger configuration. */
const MAX_GENERATED_BYTES = 64 * 1024 * 1024;

/**
 * Returns the text of a file; undefined if it does not exist. Does not wait for the writer of a FIFO.
 * @param refusal returns the error for a file that cannot be read
 */
export function readSmallFile(file: string, refusal: (problem: string) => CommandError): string | undefined {
  try {
    return readRegularFile(file, MAX_BYTES, true);
  } catch (error) {
    expectedError(error, UnsafePathError);
    throw refusal(`is not a regular file of at most ${MAX_BYTES} bytes`);
  }
}

/** A file in which a command keeps facts for its next run. */
interface RecordFile<Schema extends z.ZodType> {
  readonly option: string;
  /** Command that writes the file. */
  readonly writer: string;
  /** Effect of a deletion, as a sentence part. */
  readonly afterDeletion: string;
  readonly schema: Schema;
}

/** Reads the file of an earlier run; undefined if it is missing. Throws a `CommandError` for any other file. */
export function readRecordFile<Schema extends z.ZodType>(
  file: string,
  { option, writer, afterDeletion, schema }: RecordFile<Schema>,
): z.output<Schema> | undefined {
  const refusal = (problem: string) =>
    new CommandError(
      `${visiblePath(file)} is not usable as ${option}. It ${problem}. Fix: Delete it, and ${afterDeletion}; or name another file.`,
    );
  const text = readSmallFile(file, refusal);
  const record = text === undefined ? undefined : schema.safeParse(jsonIn(text));
  if (record && !record.success) {
    throw refusal(`is not a file that ${writer} wrote`);
  }
  return record?.data;
}

/** Writes a record with sorted keys, so that equal records have equal texts. */
export function writeRecordFile(file: string, record: object): void {
  writeResult(file, `${JSON.stringify(JSON.parse(writeStableJson(record)), undefined, 1)}\n`);
}

/** Returns undefined for a missing file and for invalid JSON. Throws an `UnsafePathError` for a FIFO or a device. */
export function readJsonFile(file: string): unknown {
  return jsonIn(readRegularFile(file, MAX_GENERATED_BYTES, true) ?? "");
}
