import { type ZodTypeAny, z } from "zod/v3";
import { type FailedPart, formatParts, Refusal, type RefusalStyle } from "./refusal";
import type { Scope } from "./runtime";

/** Result of an operation: a value for the envelope, a complete body, or nothing. */
export type OperationResponse =
  | { kind: "data"; data: unknown; meta?: Record<string, unknown>; headers?: Record<string, string> }
  | { kind: "bare"; body: unknown }
  | { kind: "done" };

interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

export type HttpMethod = "get" | "post" | "put" | "patch" | "delete";

/**
 * One route of the open-source API. Each deployment uses the same operations and writes the result in its own format.
 */
export interface EmulatorOperation {
  method: HttpMethod;
  /** Express path below the API root, such as `/alerts/:id`. */
  path: string;
  /** The open-source server offers the operation only with this switch. */
  needs?: "teamRoles";
  /** Schema of the body. Undefined for a request without one. */
  body?(scope: Scope): ZodTypeAny | undefined;
  handle(scope: Scope, input: RawInput): OperationResponse;
}

type SchemaOf<T> = (scope: Scope) => T;
type Parsed<T> = T extends ZodTypeAny ? z.infer<T> : undefined;

interface Spec<P, Q, B> {
  method: HttpMethod;
  path: string;
  needs?: EmulatorOperation["needs"];
  /** The 403 for a user without a team (docs/internals/api-behavior.md 3.2). Default: in JSON. */
  forbidden?: Refusal;
  params?: P;
  query?: Q;
  body?: SchemaOf<B>;
  run(scope: Scope, input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> }): OperationResponse;
}

/**
 * Declares an operation. It validates the request, checks the team and calls `run`, in the order of the server
 * (docs/internals/api-behavior.md 3.2).
 */
export function operation<
  P extends ZodTypeAny | undefined = undefined,
  Q extends ZodTypeAny | undefined = undefined,
  B extends ZodTypeAny | undefined = undefined,
>(spec: Spec<P, Q, B>): EmulatorOperation {
  return {
    method: spec.method,
    path: spec.path,
    needs: spec.needs,
    body: spec.body,
    handle(scope, input) {
      const parsed = parse(
        { name: "Body", schema: spec.body?.(scope), value: input.body },
        { name: "Params", schema: spec.params, value: input.params },
        { name: "Query", schema: spec.query, value: input.query },
      );
      if (!scope.user.teamId) {
        throw spec.forbidden ?? withoutTeam.json;
      }
      const [body, params, query] = parsed;
      return spec.run(scope, { body: body as Parsed<B>, params: params as Parsed<P>, query: query as Parsed<Q> });
    },
  };
}

function parse(...sources: { name: FailedPart["name"]; schema: ZodTypeAny | undefined; value: unknown }[]): unknown[] {
  const failed: FailedPart[] = [];
  const values = sources.map(({ name, schema, value }) => {
    if (!schema) {
      return undefined;
    }
    const result = schema.safeParse(value);
    if (result.success) {
      return result.data;
    }
    failed.push({ name, issues: result.error.issues });
    return undefined;
  });
  if (failed.length > 0) {
    throw new Refusal(400, formatParts(failed));
  }
  return values;
}

const forbidden = (text: string, style: RefusalStyle): Refusal => new Refusal(403, text, style);

/** The three forms of the 403 response for a user without a team. */
export const withoutTeam = {
  json: forbidden("Forbidden", "message"),
  text: forbidden("Forbidden", "text"),
  charts: forbidden("Team context missing", "error"),
};

export const data = (value: unknown): OperationResponse => ({ kind: "data", data: value });
export const done: OperationResponse = { kind: "done" };

/**
 * Query of a paginated list: `limit` 1..1000 (default 1000), `offset` 0 or more (docs/internals/api-behavior.md 3.6).
 */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
});

type PageQuery = z.infer<typeof pageQuery>;

/**
 * Returns one page of stored rows. `total` counts all stored rows. `show` may omit a row that cannot be shown, but the
 * row is counted.
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
