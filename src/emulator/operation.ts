import { type ZodTypeAny, type ZodUndefined, z } from "zod/v3";
import { formatIssue, objectIdText, Refusal } from "./refusal";
import type { Scope } from "./runtime";

/** Result of an operation, for both deployments. */
export interface OperationResponse {
  /** Body and headers of the open-source server. */
  body: unknown;
  headers?: Record<string, string>;
  /** Value that the managed deployment returns in its own envelope. Undefined for a deletion. */
  result?: unknown;
}

export type HttpMethod = "get" | "post" | "put" | "patch" | "delete";

/** Route of the open-source API. Each deployment uses it and writes the result in its own format. */
export interface EmulatorOperation {
  method: HttpMethod;
  /** Express path below the API root, such as `/alerts/:id`. */
  path: string;
  /** The open-source server offers the operation only with this switch. */
  needs?: "teamRoles";
  /** Schema of the body. Undefined for a request without one. */
  body?(scope: Scope): ZodTypeAny | undefined;
  handle(scope: Scope, input: { params: unknown; query: unknown; body: unknown }): OperationResponse;
}

interface Spec<B extends ZodTypeAny> extends Pick<EmulatorOperation, "method" | "path" | "needs"> {
  /** The 403 for a user without a team (docs/internals/api-behavior.md 3.2). Default: in JSON. */
  forbidden?: Refusal;
  isPaged?: boolean;
  body?(scope: Scope): B;
  /** `id` is the parameter of the path, and `query` the page of a paginated list. */
  run(scope: Scope, input: { id: string; query: PageQuery; body: z.infer<B> }): OperationResponse;
}

const idParams = z.object({ id: objectIdText });

/**
 * Declares an operation. It validates the request, checks the team and calls `run`, in the order of the server
 * (docs/internals/api-behavior.md 3.2). Invalid requests have the text `Body validation failed: <path>: <text>; <text>;
 * Params validation failed: ...` (docs/internals/api-behavior.md 3.4).
 */
export function operation<B extends ZodTypeAny = ZodUndefined>(spec: Spec<B>): EmulatorOperation {
  const { run, isPaged, forbidden = withoutTeam.json, ...route } = spec;
  const hasId = route.path.includes("/:id");
  return {
    ...route,
    handle(scope, { params, query, body }) {
      const failed: string[] = [];
      const parse = (name: string, schema: ZodTypeAny | undefined, value: unknown) => {
        const { data, error } = schema?.safeParse(value) ?? {};
        if (error) {
          failed.push(`${name} validation failed: ${error.issues.map(formatIssue).join("; ")}`);
        }
        return data;
      };
      const input = {
        body: parse("Body", route.body?.(scope), body),
        id: parse("Params", hasId ? idParams : undefined, params)?.id,
        query: parse("Query", isPaged ? pageQuery : undefined, query),
      };
      if (failed.length > 0) {
        throw new Refusal(400, failed.join("; "));
      }
      if (!scope.user.teamId) {
        throw forbidden;
      }
      return run(scope, input);
    },
  };
}

/** The three forms of the 403 response for a user without a team. */
export const withoutTeam = {
  json: new Refusal(403, "Forbidden"),
  text: new Refusal(403, "Forbidden", "text"),
  charts: new Refusal(403, "Team context missing", "error"),
};

/** Returns a value in the envelope of each deployment. */
export const data = (value: unknown, more?: Pick<OperationResponse, "headers">): OperationResponse => ({
  ...more,
  body: { data: value },
  result: value,
});

/** Returns a body that is the same in both deployments. */
export const bare = (body: unknown): OperationResponse => ({ body, result: body });

export const done: OperationResponse = { body: {} };

/** `limit`: 1 to 1000 (default 1000). `offset`: 0 or more (docs/internals/api-behavior.md 3.6). */
const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
});

type PageQuery = z.infer<typeof pageQuery>;

/** Returns one page. `total` counts all stored rows, also those that `show` omits because they cannot be shown. */
export function page<T>(rows: readonly T[], { limit, offset }: PageQuery, show: (row: T) => unknown) {
  const total = rows.length;
  const shown = rows
    .slice(offset, offset + limit)
    .map(show)
    .filter((row) => row !== undefined);
  const headers = { "X-Total-Count": String(total) };
  return { body: { data: shown, meta: { total, limit, offset } }, headers, result: shown };
}
