import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { CommandError } from "../frame/exit";
import type { Report } from "./model";

/**
 * Digest of the changes that an apply of the report's plans makes: stacks, objects, fields with their values, outputs.
 * Order, warnings and source positions do not count. Sensitive values count only by their name, because a reader could
 * guess values from the digest.
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

/** Returns JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Invisible part of the comment that identifies the reviewed changes for the run that applies them. */
export function digestLine(report: Pick<Report, "stacks">): string {
  return `<!-- cdk-clickstack:digest ${planDigest(report)} -->`;
}

/** Only a digest below the heading counts. A value of a server could imitate one further down. */
const REVIEWED = /^<!-- cdk-clickstack:plan -->\r?\n###[^\n]*\r?\n\r?\n<!-- cdk-clickstack:digest ([0-9a-f]{64}) -->/;

/** Returns the digest of the plan in a comment. Throws a `CommandError` for a file without one. */
export function readReviewed(file: string): string {
  if (!existsSync(file)) {
    throw new CommandError(`The file ${file} does not exist.`);
  }
  const [, digest] = REVIEWED.exec(readFileSync(file, "utf8")) ?? [];
  if (digest !== undefined) {
    return digest;
  }
  throw new CommandError(`${file} is not the Markdown of "cdk-clickstack plan". Give the comment that was reviewed.`);
}
