import { visible } from "../../visible";

/** Ordered from the least to the most severe. */
const logLevels = ["trace", "debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof logLevels)[number];

/**
 * Returns the level from TF_LOG_PROVIDER, or else TF_LOG. Without either, only errors are written. "JSON" and unknown
 * words mean trace, as in Terraform.
 */
export function logLevelOf(environment: NodeJS.ProcessEnv): LogLevel | "off" {
  const wanted = (environment.TF_LOG_PROVIDER || environment.TF_LOG || "error").toLowerCase();
  if (wanted === "off") {
    return "off";
  }
  return logLevels.find((level) => level === wanted) ?? "trace";
}

/** Writes to Terraform's log (TF_LOG). Never pass a secret. */
export type Log = Readonly<Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>>;

interface LogOptions {
  /** The least severe level that is written. "off" writes nothing. */
  readonly level: LogLevel | "off";
  /** Terraform shows it before the message. */
  readonly module: string;
  readonly write: (line: string) => void;
}

/** Writes one JSON object per line, as the host parses it (docs/internals/terraform-protocol.md 2). */
export function createLog({ level, module, write }: LogOptions): Log {
  const least = level === "off" ? logLevels.length : logLevels.indexOf(level);
  const writerOf = (name: LogLevel, rank: number) => {
    if (rank < least) {
      return () => undefined;
    }
    return (message: string, fields?: Readonly<Record<string, unknown>>) =>
      write(
        `${jsonLine({ ...fields, "@level": name, "@message": message, "@module": module, "@timestamp": timestamp(new Date()) })}\n`,
      );
  };
  return Object.fromEntries(logLevels.map((name, rank) => [name, writerOf(name, rank)])) as Log;
}

/** Returns a time with six digits for the fraction of a second. go-plugin parses a line only with exactly six. */
function timestamp(now: Date): string {
  return now.toISOString().replace("Z", "000Z");
}

function jsonLine(entry: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(entry, (_, field) => {
      // The host decodes the JSON and prints the text to a terminal, so control characters need a second escape.
      if (typeof field === "string") {
        return visible(field);
      }
      return typeof field === "bigint" ? String(field) : field;
    });
  } catch {
    // A circular field must not prevent the log entry.
    const own = Object.entries(entry).filter(([name]) => name.startsWith("@"));
    return JSON.stringify(Object.fromEntries(own));
  }
}

/** Shorter texts are too common to be redacted in every message. */
const shortest = 5;

/** Secrets of this process, redacted in every diagnostic and log line (docs/internals/terraform-protocol.md 5). */
export class Secrets {
  /**
   * Ordered by length, longest first. If one secret contains another, the shorter one would otherwise leave a rest of
   * the longer one.
   */
  #texts: readonly string[] = [];

  add(texts: readonly string[]): void {
    // Includes the escaped forms of the secrets, as in a log line or in a request body that an error quotes.
    const forms = texts
      .filter(({ length }) => length >= shortest)
      .flatMap((text) => [text, inJson(text), inJson(visible(text))]);
    const fresh = forms.filter((text) => !this.#texts.includes(text));
    if (fresh.length === 0) {
      return;
    }
    this.#texts = [...new Set([...this.#texts, ...fresh])].sort((a, b) => b.length - a.length);
  }

  redact(text: string): string {
    return this.#texts.reduce((rest, secret) => rest.replaceAll(secret, "(sensitive)"), text);
  }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function errorOf(thrown: unknown): Error {
  try {
    return isError(thrown) ? thrown : new Error(String(thrown));
  } catch {
    return new Error("the thrown value cannot be converted to text");
  }
}

/** `instanceof` is not sufficient: errors of Node have another realm in a separate context, as in tests. */
function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === "[object Error]";
}

/**
 * Returns the message of an error without data. The runtime's syntax errors, such as those of `JSON.parse`, quote the
 * text that they read, which may be a response with a secret.
 */
export function removeData(error: Error): string {
  return error.name === "SyntaxError" ? "(the message is left out because it may quote data)" : error.message;
}

/** Logs what was thrown, with its stack. Returns it as an error. */
export function logThrown(log: Log, thrown: unknown, during: string): Error {
  const error = errorOf(thrown);
  const message = removeData(error);
  const stack = message === error.message ? error.stack : framesOf(error);
  log.error(`${during}: ${message}`, { stack });
  return error;
}

/** Returns the stack without the message at its start. */
function framesOf({ name, stack = "" }: Error): string {
  return [name, ...stack.split("\n").filter((line) => /^\s+at .*[:(]/.test(line))].join("\n");
}
