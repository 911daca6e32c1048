import { z } from "zod/v3";
import type { OperationResponse } from "./operation";

/** Query of a paginated list: `limit` 1..1000 (default 1000), `offset` 0 or more (docs/internals/api-behavior.md 3.6). */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
});

export type PageQuery = z.infer<typeof pageQuery>;

/**
 * One page of stored rows. `total` counts stored rows; `show` may leave out a row that cannot be shown,
 * which is still counted.
 */
export function page<T>(rows: readonly T[], query: PageQuery, show: (row: T) => unknown): OperationResponse {
  const slice = rows.slice(query.offset, query.offset + query.limit);
  const shown = slice.map(show).filter((row) => row !== undefined);
  return {
    kind: "data",
    data: shown,
    meta: { total: rows.length, limit: query.limit, offset: query.offset },
    headers: { "X-Total-Count": String(rows.length) },
  };
}
