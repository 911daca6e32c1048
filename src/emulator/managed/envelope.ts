import type { Response } from "express";
import { newUuid } from "../ids";

const words: Record<number, string> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_ERROR",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
};

/** `{status, requestId, result}`; without `result` when there is none to tell. */
export function sendResult(res: Response, result?: unknown): void {
  res.status(200).json({ status: 200, requestId: newUuid(), result });
}

/** `{status, error, requestId}` whose text starts with a code word and a colon (docs/internals/api-behavior.md 1.6). */
export const errorBody = (status: number, text: string): Record<string, unknown> => ({
  status,
  error: `${words[status] ?? "ERROR"}: ${text}`,
  requestId: newUuid(),
});
