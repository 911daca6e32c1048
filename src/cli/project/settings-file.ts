import { LineCounter, parseDocument } from "yaml";
import type * as z from "zod";
import { jsonIn } from "../../client/json";
import { describeRefusal, didYouMean } from "../../declaration/describe-refusal";
import { visiblePath } from "../../visible";
import { CommandError } from "../terminal/exit";
import { readSmallFile } from "./read-file";

type Path = readonly PropertyKey[];

/** Settings that a user wrote, before they are validated. */
export interface Settings {
  readonly file: string;
  readonly content: unknown;
  /** Returns the line of a part. Only YAML has lines. */
  readonly lineOf?: (path: Path) => number | undefined;
}

/**
 * Reads the file that a user names, or the default one, if it exists. Does not wait for the writer of a FIFO. Throws a
 * `CommandError` for a named file that does not exist, and for a file that cannot be read.
 */
export function readSettings<Parsed>(
  named: string | undefined,
  byDefault: string,
  parse: (text: string, file: string) => Parsed,
): Parsed | undefined {
  const file = visiblePath(named ?? byDefault);
  const refusal = (problem: string) => new CommandError(`${file} ${problem}. Fix: Name another file.`);
  const text = readSmallFile(named ?? byDefault, refusal);
  if (text === undefined && named !== undefined) {
    throw refusal("does not exist");
  }
  return text === undefined ? undefined : parse(text, file);
}

const FIX = "Fix: Correct the file.";

export function parseJsonSettings(text: string, file: string): Settings {
  const content = jsonIn(text);
  if (content === undefined) {
    throw new CommandError(`${file} is not valid JSON. ${FIX}`);
  }
  return { file, content };
}

export function parseYamlSettings(text: string, file: string): Settings {
  const lines = new LineCounter();
  // The schema refuses values for which the parser only prints a warning, such as a list for a key.
  const document = parseDocument(text, { lineCounter: lines, logLevel: "error" });
  const [syntaxError] = document.errors;
  if (syntaxError) {
    throw new CommandError(`${file}: ${syntaxError.message.split(":\n")[0]}. ${FIX}`);
  }
  const lineOf = (path: Path) => {
    const node = document.getIn(path, true) as { range?: readonly [number, ...unknown[]] } | undefined;
    return node?.range && lines.linePos(node.range[0]).line;
  };
  try {
    return { file, content: document.toJS(), lineOf };
  } catch (error) {
    // An alias without an anchor, or aliases that multiply each other.
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : String(error)}. ${FIX}`);
  }
}

/** Returns settings as the schema reads them. Throws a `CommandError` that names each problem with its place. */
export function validSettings<Schema extends z.ZodType>(schema: Schema, settings: Settings): z.output<Schema> {
  const { content, file, lineOf } = settings;
  const { success, data, error } = schema.safeParse(content, { error: problemText });
  if (success) {
    return data;
  }
  const problems = error.issues.flatMap(closestIssues).map(({ path, message }) => {
    const line = lineOf?.(path);
    const places = [line === undefined ? file : `${file}:${line}`, path.map(String).join(".")];
    return [...places.filter((place) => place !== ""), message].join(": ");
  });
  throw new CommandError([...problems, FIX].join("\n"));
}

/** Describes a refused value in the words of declarations. Undefined keeps the message of the schema. */
function problemText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => keyProblem(key, Object.keys((issue.inst as z.ZodObject).shape))).join(" ");
    case "invalid_type":
    case "invalid_value":
    case "too_small":
    case "too_big":
      return issue.input === undefined
        ? "Must be given."
        : describeRefusal(issue as z.core.$ZodIssue, issue.input, undefined);
    default:
      return undefined;
  }
}

function keyProblem(key: string, known: readonly string[]): string {
  return `"${key}" is not a valid key.${didYouMean(key, known) || ` Valid keys: ${known.join(", ")}.`}`;
}

/** Returns the issues of the alternative that accepts the type of the value. They are about parts of the value. */
function closestIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  const isInside = ({ code, path }: z.core.$ZodIssue) => path.length > 0 || code === "unrecognized_keys";
  const closest = issue.code === "invalid_union" ? issue.errors.find((issues) => issues.every(isInside)) : undefined;
  return closest?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}
