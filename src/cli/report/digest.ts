import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { CommandError } from "../frame/exit";
import type { Report } from "./model";

/**
 * What an apply of a report's plans would change, as one number: stacks, objects, fields with their values, outputs. Order, warnings, and where
 * things are declared do not count. Sensitive values count by their name alone, since anybody could try values on the number.
 */
export function planDigest({ stacks }: Pick<Report, "stacks">): string {
  const changes = stacks.map(({ name, objects, outputs, failed }) => ({
    name,
    failed,
    objects: objects.map(({ address, action, fields }) => ({
      address,
      action,
      fields: sorted(fields.map(({ path, before, after }) => ({ path, before, after }))),
    })),
    outputs: [...outputs].sort(),
  }));
  const content = sorted(changes.map((stack) => ({ ...stack, objects: sorted(stack.objects) })));
  return createHash("sha256").update(canonical(content)).digest("hex");
}

function sorted<T>(items: readonly T[]): readonly T[] {
  return [...items].sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
}

/** JSON with the keys of objects in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Invisible where the comment is shown; says what was reviewed to the run that applies it. */
export function digestLine(report: Pick<Report, "stacks">): string {
  return `<!-- cdk-clickstack:digest ${planDigest(report)} -->`;
}

/** It stands below the heading: further down a value from a server could look like it. */
const REVIEWED = /^<!-- cdk-clickstack:plan -->\r?\n###[^\n]*\r?\n\r?\n<!-- cdk-clickstack:digest ([0-9a-f]{64}) -->/;

/** The digest of the plan that a comment shows. Throws a `CommandError` where the file is no such comment. */
export function readReviewed(file: string): string {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  const [, digest] = REVIEWED.exec(readFileSync(file, "utf8")) ?? [];
  if (digest !== undefined) return digest;
  throw new CommandError(`${file} is not the Markdown of "cdk-clickstack plan". Give the comment that was reviewed.`);
}
