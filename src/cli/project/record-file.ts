import type * as z from "zod";
import { jsonIn } from "../../client/json";
import { readRegularFile, UnsafePathError } from "../../confined-folder";
import { visiblePath } from "../../visible";
import { CommandError } from "../terminal/exit";

/** Maximum size of the file in bytes: some ten thousand objects. */
const MAX_BYTES = 4 * 1024 * 1024;

/** File in which a command keeps facts for its next run. */
interface RecordFile<Schema extends z.ZodType> {
  /** Option that names the file. */
  readonly option: string;
  /** Command that writes the file. */
  readonly writer: string;
  /** Effect of a deletion, as a sentence part. */
  readonly afterDeletion: string;
  readonly schema: Schema;
}

/**
 * Reads the file of an earlier run; undefined if it is missing. Throws a `CommandError` for any other file. Does not wait
 * for the writer of a FIFO.
 */
export function readRecordFile<Schema extends z.ZodType>(
  file: string,
  { option, writer, afterDeletion, schema }: RecordFile<Schema>,
): z.output<Schema> | undefined {
  const refusal = (reason: string) =>
    new CommandError(
      `${visiblePath(file)} is not usable as ${option}. ${reason}. Fix: Delete it, and ${afterDeletion}; or name another file.`,
    );
  const text = readSmall(file, refusal);
  if (text === undefined) {
    return undefined;
  }
  const { success, data } = schema.safeParse(jsonIn(text));
  if (!success) {
    throw refusal(`It is not a file that ${writer} wrote`);
  }
  return data;
}

function readSmall(file: string, refusal: (reason: string) => CommandError): string | undefined {
  try {
    return readRegularFile(file, MAX_BYTES, true);
  } catch (error) {
    if (!(error instanceof UnsafePathError)) {
      throw error;
    }
    throw refusal(`It is not a regular file of at most ${MAX_BYTES} bytes`);
  }
}
