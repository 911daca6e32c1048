import { createHmac } from "node:crypto";
import * as z from "zod";
import { writeStableJson } from "../../../declaration/value-types";
import { readRecordFile, writeRecordFile } from "../../project/read-file";
import type { Report } from "../../reports/changes/report-model";
import { type DriftFinding, driftFindings } from "../../reports/findings/drift-findings";

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** Digests of posted drift: of the part of a report, of the object in it, and of the change. */
const postedSchema = z.record(digest, z.record(digest, digest));

const fileSchema = z.strictObject({ version: z.literal(1), webhook: digest, posted: postedSchema });

type Posted = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface PostedDrift {
  readonly file: string;
  readonly digestOf: (content: unknown) => string;
  readonly posted: Posted;
}

/**
 * Reads which drift was posted to a webhook; nothing for a missing file, or for another webhook. The address of the
 * webhook is the key of all digests: without it, a reader of the file cannot guess a value, and a writer cannot mark drift
 * as posted. Throws a `CommandError` for any other file.
 */
export function readPostedDrift(file: string, webhook: string): PostedDrift {
  const digestOf = (content: unknown) => createHmac("sha256", webhook).update(writeStableJson(content)).digest("hex");
  const record = readRecordFile(file, {
    option: "--notify-state",
    writer: "drift --notify",
    afterDeletion: "the next run posts all drift again",
    schema: fileSchema,
  });
  return { file, digestOf, posted: record?.webhook === digestOf(WEBHOOK) ? record.posted : {} };
}

/** Content whose digest identifies the webhook. */
const WEBHOOK = "webhook";

export function writePostedDrift({ file, digestOf, posted }: PostedDrift): void {
  writeRecordFile(file, { version: 1, webhook: digestOf(WEBHOOK), posted });
}

/** Differences between the drift of a report and the posted drift. */
export interface DriftNews {
  readonly added: readonly DriftFinding[];
  /** Managed objects whose drift is resolved. */
  readonly resolved: readonly { readonly stack: string; readonly address: string }[];
  /** Number of resolved objects that no stack of the report manages. */
  readonly resolvedOthers: number;
  /** Number of objects with drift, including those of parts that the report does not contain. */
  readonly remaining: number;
  /** Digests to keep after the post. */
  readonly posted: Posted;
}

/**
 * Compares the drift of a report with the posted drift. Parts that could not be checked, such as a stack whose plan failed,
 * keep their posted drift. The drift of a stack that the run does not have counts as resolved.
 * @param isUnmanagedKnown true if the report lists all unmanaged objects
 */
export function findNews(report: Report, { posted, digestOf }: PostedDrift, isUnmanagedKnown: boolean): DriftNews {
  const parts = partsOf(report, isUnmanagedKnown).map(({ name, items, managed }) => {
    const key = digestOf(name);
    const before = posted[key] ?? {};
    const current = items.map((item) => ({ item, id: digestOf(item.identity), now: digestOf(item.content) }));
    const now = Object.fromEntries(current.map(({ id, now }) => [id, now]));
    const gone = Object.keys(before).filter((id) => now[id] === undefined);
    const resolved = managed.filter((each) => gone.includes(digestOf(each)));
    return {
      key,
      now,
      added: current.filter((each) => before[each.id] !== each.now).map(({ item }) => item),
      resolved,
      others: gone.length - resolved.length,
    };
  });
  const known = new Set([...report.stacks.map(({ name }) => stackPart(name)), UNMANAGED, SHARED].map(digestOf));
  const before = Object.entries(posted);
  const all = Object.fromEntries([
    ...before.filter(([key]) => known.has(key)),
    ...parts.map(({ key, now }) => [key, now] as const),
  ]);
  const dropped = before.filter(([key]) => !known.has(key)).map(([, objects]) => Object.keys(objects).length);
  const kept = Object.fromEntries(Object.entries(all).filter(([, objects]) => Object.keys(objects).length > 0));
  return {
    added: parts.flatMap(({ added }) => added),
    resolved: parts.flatMap(({ resolved }) => resolved),
    resolvedOthers: [...parts.map(({ others }) => others), ...dropped].reduce((sum, each) => sum + each, 0),
    remaining: Object.values(kept).reduce((sum, objects) => sum + Object.keys(objects).length, 0),
    posted: kept,
  };
}

const UNMANAGED = ["unmanaged"] as const;
const SHARED = ["shared"] as const;

function stackPart(name: string): readonly string[] {
  return ["stack", name];
}

/** Returns the parts of a report that were checked, with the objects that each manages, with and without drift. */
function partsOf(report: Report, isUnmanagedKnown: boolean) {
  const { stacks } = report;
  const findings = driftFindings(report);
  const itemsOf = (rule: DriftFinding["rule"]) => findings.filter((each) => each.rule === rule);
  const planned = stacks.filter(({ failed }) => !failed);
  const stackParts = planned.map(({ name: stack, managed }) => ({
    name: stackPart(stack),
    items: findings.filter((each) => each.stack === stack),
    managed: managed.map((address) => ({ stack, address })),
  }));
  return [
    ...stackParts,
    ...(isUnmanagedKnown ? [{ name: UNMANAGED, items: itemsOf("unmanaged"), managed: [] }] : []),
    ...(planned.length === stacks.length ? [{ name: SHARED, items: itemsOf("shared"), managed: [] }] : []),
  ];
}
