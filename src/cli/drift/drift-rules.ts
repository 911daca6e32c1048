import { existsSync, readFileSync } from "node:fs";
import { LineCounter, parseDocument } from "yaml";
import * as z from "zod";
import { didYouMean } from "../../schema";
import { CommandError } from "../frame/command-error";

/** Read when no other file is named. */
export const DEFAULT_RULES_FILE = ".clickstack-drift.yaml";

/** The kinds that a rule can name: the resource types without their prefix. */
export const RULE_KINDS = ["dashboard", "alert", "api_key", "saved_search", "webhook", "source", "connection"] as const;

const ruleSchema = z
  .strictObject({
    kind: z.enum(RULE_KINDS).optional(),
    name: z.string().min(1).optional(),
    tag: z.string().min(1).optional(),
    field: z.string().min(1).optional(),
    what: z.enum(["changed", "gone", "unmanaged"]).optional(),
    reason: z.string().optional(),
  })
  .refine(
    ({ reason: _, ...conditions }) => Object.keys(conditions).length > 0,
    "A rule without a condition would ignore everything. Give at least one of kind, name, tag, field and what.",
  )
  .refine(
    ({ field, what }) => field === undefined || what === undefined || what === "changed",
    "A rule for a field is about changed objects. Leave out what, or the field.",
  );

const rulesSchema = z.strictObject({ ignore: z.array(ruleSchema, "Give a list of rules.") });

/** One kind of drift that nobody wants to hear of. All of its conditions must hold. */
export type DriftRule = z.output<typeof ruleSchema>;

/**
 * Reads the rules of a file. Without a name the default file is read where it is there.
 * Throws a `CommandError` that names the line and the way out.
 */
export function readDriftRules(file: string | undefined): readonly DriftRule[] {
  if (file === undefined && !existsSync(DEFAULT_RULES_FILE)) return [];
  const path = file ?? DEFAULT_RULES_FILE;
  if (!existsSync(path)) throw new CommandError(`There is no rules file ${path}.`);
  return parseDriftRules(readFileSync(path, "utf8"), path);
}

/** The rules in a text of YAML. */
export function parseDriftRules(text: string, file: string): readonly DriftRule[] {
  const lines = new LineCounter();
  // What it would only warn of on standard error, such as a list for a key, is refused below.
  const document = parseDocument(text, { lineCounter: lines, logLevel: "error" });
  const [syntaxError] = document.errors;
  if (syntaxError) throw new CommandError(`${file}: ${syntaxError.message.split(":\n")[0]}.`);
  const parsed = rulesSchema.safeParse(plainValue(document, file) ?? { ignore: [] });
  if (parsed.success) return parsed.data.ignore;
  const problems = parsed.error.issues.map((issue) => {
    const node = document.getIn(issue.path, true) as { range?: readonly [number, ...unknown[]] } | undefined;
    const line = node?.range ? `${file}:${lines.linePos(node.range[0]).line}` : file;
    return `${line}: ${placeOf(issue.path)}${textOf(issue)}`;
  });
  throw new CommandError(problems.join("\n"));
}

/** Throws for aliases that lead nowhere, or that repeat each other until they fill the memory. */
function plainValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "" : `${path.map(String).join(".")}: `;
}

function textOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    const known = issue.path.length === 0 ? ["ignore"] : ["kind", "name", "tag", "field", "what", "reason"];
    return issue.keys
      .map((key) => `There is no "${key}" here; these are: ${known.join(", ")}.${didYouMean(key, known)}`)
      .join(" ");
  }
  if (issue.code === "invalid_value") return `Must be one of ${issue.values.map(String).join(", ")}.`;
  return issue.message;
}
