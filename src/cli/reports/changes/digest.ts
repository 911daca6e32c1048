import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { listed } from "../../../client/http/errors";
import { jsonIn } from "../../../client/json";
import { writeStableJson } from "../../../declaration/value-types";
import { ownValue } from "../../../own-values";
import { quietly } from "../../../quietly";
import { visiblePath } from "../../../visible";
import { CommandError } from "../../terminal/exit";
import { compareTexts } from "../../terminal/text-options";
import type { ObjectChange, Report, StackReport } from "./report-model";
import type { ReviewedPart } from "./reviewed-parts";

type Stacks = Pick<Report, "stacks">;

/** Digests by the name of the part, such as `shop: output url`. */
type PartDigests = Readonly<Record<string, string>>;

/**
 * Digest of the changes that an apply of the report's plans makes: stacks, objects, fields with their values, and the
 * parts of `reviewedParts`. Order, warnings and source positions do not count. Sensitive values count only by their
 * name, because a reader could guess values from the digest.
 */
export function planDigest(report: Stacks): string {
  return sha256(Object.entries(partDigests(report)).sort(([a], [b]) => compareTexts(a, b)));
}

function partDigests({ stacks }: Stacks): PartDigests {
  const parts = stacks.flatMap((stack) =>
    partsOf(stack).map(({ name, content }) => [`${stack.name}: ${name}`, content] as const),
  );
  const names = [...new Set(parts.map(([name]) => name))];
  const contentsOf = (part: string) => sorted(parts.filter(([name]) => name === part).map(([, content]) => content));
  return Object.fromEntries(names.map((name) => [name, sha256(contentsOf(name)).slice(0, PART_DIGITS)]));
}

/** Number of hexadecimal digits in the digest of a part, which only names a difference. The full digest decides. */
const PART_DIGITS = 32;

function partsOf({ failed, objects, reviewed }: StackReport): readonly ReviewedPart[] {
  return [
    { name: "result of the plan", content: failed },
    ...objects.map((object) => ({ name: object.address, content: changeContent(object) })),
    ...reviewed,
  ];
}

/** Returns the parts of a change that a digest contains: the action, and the fields with their values. */
export function changeContent({ action, fields }: ObjectChange): object {
  return { action, fields: sorted(fields.map(({ path, before, after }) => ({ path, before, after }))) };
}

function sha256(content: unknown): string {
  return createHash("sha256").update(writeStableJson(content)).digest("hex");
}

function sorted<T>(items: readonly T[]): readonly T[] {
  return [...items].sort((a, b) => compareTexts(writeStableJson(a), writeStableJson(b)));
}

/** Maximum share of a comment for the digests of the plan's parts. A comment without them names no difference. */
const MAX_SHARE = 1 / 8;

/** Invisible part of the comment that identifies the reviewed changes for the run that applies them. */
export function digestLine(report: Stacks, maxLength: number): string {
  const parts = deflateRawSync(JSON.stringify(partDigests(report))).toString("base64url");
  const optionalParts = parts.length <= maxLength * MAX_SHARE ? ` ${parts}` : "";
  return `<!-- cdk-clickstack:digest ${planDigest(report)}${optionalParts} -->`;
}

/** Matches a digest directly below the heading. Further down, a value of a server could imitate one. */
const REVIEWED =
  /^<!-- cdk-clickstack:plan -->\r?\n###[^\n]*\r?\n\r?\n<!-- cdk-clickstack:digest ([0-9a-f]{64})(?: ([\w-]+))? -->/;

/**
 * Returns the digest of the reviewed plan in a comment, and the digests of the plan's parts. `parts` is undefined if
 * the comment has no room for them. Throws a `CommandError` for a file without a plan.
 */
export function readReviewed(file: string) {
  if (!existsSync(file)) {
    throw new CommandError(`The file ${file} does not exist.`);
  }
  const [, digest, parts] = REVIEWED.exec(readFileSync(file, "utf8")) ?? [];
  if (digest !== undefined) {
    return { digest, parts: parts === undefined ? undefined : readParts(parts) };
  }
  throw new CommandError(`${file} is not the Markdown of "cdk-clickstack plan". Give the comment that was reviewed.`);
}

/** Returns the digests of a plan, to which a later plan is compared. */
export function reviewOf(report: Stacks): ReturnType<typeof readReviewed> {
  return { digest: planDigest(report), parts: partDigests(report) };
}

/** Maximum size of the unpacked parts. A comment can contain any text. */
const MAX_UNPACKED_BYTES = 4 * 1024 * 1024;

function readParts(text: string): PartDigests | undefined {
  const json = quietly(() => inflateRawSync(Buffer.from(text, "base64url"), { maxOutputLength: MAX_UNPACKED_BYTES }));
  return json && z.record(z.string(), z.string()).safeParse(jsonIn(json.toString("utf8"))).data;
}

/**
 * Describes the parts in which a plan differs from the reviewed plan, such as `shop: output url (changed)`. Returns
 * undefined if the plans are equal.
 */
export function findDifference(
  report: Stacks,
  { digest, parts: before }: ReturnType<typeof readReviewed>,
): string | undefined {
  if (digest === planDigest(report)) {
    return undefined;
  }
  const after = partDigests(report);
  const names = before && new Set([...Object.keys(before), ...Object.keys(after)]);
  const differences = [...(names ?? [])].flatMap((name) => {
    const [was, is] = [ownValue(before ?? {}, name), ownValue(after, name)];
    const kind = was === undefined ? "not reviewed" : is === undefined ? "no longer planned" : "changed";
    return was === is ? [] : [`${visiblePath(name)} (${kind})`];
  });
  return listed(differences, MAX_NAMED) || "the comment does not list the parts of the reviewed plan";
}

const MAX_NAMED = 10;

export function differenceText(file = "", difference: string): string {
  return `This plan differs from the reviewed plan (${visiblePath(file)}): ${difference}. The code, the state or the server changed.`;
}

export const REVIEW_FIX = "Fix: Review the plan above, in a new pull request or in the approval of your CI.";
