import { z } from "zod/v3";
import { objectId } from "../validation";

const condition = z.string().max(8192);

const filter = z.union([
  z.object({ type: z.enum(["sql", "lucene"]).optional().default("sql"), condition }),
  z.object({ type: z.literal("sql_ast"), operator: z.string(), left: z.string(), right: z.string() }),
]);

/** The body of create and update; an omitted field gets its default in both (docs/internals/api-behavior.md 3.12). */
export const savedSearchBody = z.object({
  name: z.string().trim().min(1).max(1024),
  sourceId: objectId,
  select: z.string().max(4096).optional().default(""),
  where: z.string().max(8192).optional().default(""),
  whereLanguage: z.enum(["lucene", "sql"]).optional().default("lucene"),
  orderBy: z.string().max(1024).optional().default(""),
  tags: z.array(z.string().max(32)).max(50).optional().default([]),
  filters: z.array(filter).max(100).optional().default([]),
});

export type SavedSearchBody = z.infer<typeof savedSearchBody>;
