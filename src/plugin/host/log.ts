import { visible } from "../../visible";
import { type LogLevel, logLevels } from "./log-level";

/** Writes to Terraform's log (TF_LOG). Never pass a secret. */
export type Log = Readonly<Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>>;

/** Where a log writes, and what. */
export interface LogOptions {
  /** The least severe level that is written; "off" writes nothing. */
  readonly level: LogLevel | "off";
  /** Shown by Terraform before the message. */
  readonly module: string;
  readonly write: (line: string) => void;
}

/** A log of one JSON object per line, in the form that the host makes log entries of (docs/internals/terraform-protocol.md 2). */
export function createLog({ level, module, write }: LogOptions): Log {
  const least = level === "off" ? logLevels.length : logLevels.indexOf(level);
  const writerOf = (name: LogLevel, rank: number) => {
    if (rank < least) return () => undefined;
    return (message: string, fields?: Readonly<Record<string, unknown>>) =>
      write(
        `${jsonLine({ ...fields, "@level": name, "@message": message, "@module": module, "@timestamp": timestamp(new Date()) })}\n`,
      );
  };
  return Object.fromEntries(logLevels.map((name, rank) => [name, writerOf(name, rank)])) as Log;
}

/** With six digits for the fraction of a second: go-plugin takes a line with any other number of them for plain text. */
function timestamp(now: Date): string {
  return now.toISOString().replace("Z", "000Z");
}

function jsonLine(entry: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(entry, (_, field) => {
      // The host writes the text itself, without its escapes, to a terminal.
      if (typeof field === "string") return visible(field);
      return typeof field === "bigint" ? String(field) : field;
    });
  } catch {
    // A circular field must not cost the message.
    const own = Object.entries(entry).filter(([name]) => name.startsWith("@"));
    return JSON.stringify(Object.fromEntries(own));
  }
}
