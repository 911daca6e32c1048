import { z } from "zod/v3";
import { seededDigest } from "../charts/invented-events";
import { findWhereProblem } from "../charts/query";
import { bare, type EmulatorOperation, operation } from "../operation";
import { badRequest, notFound, objectIdText } from "../refusal";

const searchBody = z.object({
  sourceId: objectIdText,
  startTime: z.string().datetime({ offset: true }).optional(),
  endTime: z.string().datetime({ offset: true }).optional(),
  where: z.string().max(8192).optional().default(""),
  whereLanguage: z.enum(["lucene", "sql"]).optional(),
  select: z.string().max(4096).optional().default(""),
  orderBy: z.string().max(1024).optional(),
  maxResults: z.number().int().min(1).max(2000).optional().default(100),
  offset: z.number().int().min(0).max(10000).optional().default(0),
});

const storedRows = 250;
const quarterHour = 15 * 60 * 1000;
const levels = ["info", "warn", "error"];

/** `POST /search`: generated rows, newest first, the same for the same query (docs/internals/api-behavior.md 3.1). */
export const searchOperations: EmulatorOperation[] = [
  operation({
    method: "post",
    path: "/search",
    body: () => searchBody,
    run: ({ store, now }, { body }) => {
      const source = store.sources.find(body.sourceId, notFound("Source not found"));
      store.connections.find(source.connection, notFound("Connection not found"));
      const problem = findWhereProblem(body.where);
      if (problem) {
        throw badRequest(problem);
      }
      const end = body.endTime ? Date.parse(body.endTime) : now().getTime();
      const start = body.startTime ? Date.parse(body.startTime) : end - quarterHour;
      const named = body.select || String(source.defaultTableSelectExpression ?? "Timestamp");
      const columns = named.split(",").map((column) => column.trim());
      const left = Math.max(0, (end > start ? storedRows : 0) - body.offset);
      const rows = Array.from({ length: Math.min(left, body.maxResults) }, (_, index) =>
        row(columns, body.sourceId, index + body.offset, { start, end }),
      );
      return bare({ data: rows, rows: rows.length });
    },
  }),
];

function row(columns: readonly string[], seed: string, index: number, { start, end }: { start: number; end: number }) {
  const at = end - ((end - start) * (index + 1)) / (storedRows + 1);
  return Object.fromEntries(
    columns.map((column) => {
      const share = seededDigest(seed, column, index).readUInt32BE(0) / 0x100000000;
      if (/timestamp/i.test(column)) {
        return [column, new Date(at).toISOString()];
      }
      if (/severity|level|status/i.test(column)) {
        return [column, levels[Math.floor(share * levels.length)]];
      }
      return [column, `${column}-${Math.floor(share * 10)}`];
    }),
  );
}
