import type { NextFunction, Request, Response } from "express";
import { errorBody } from "../managed/envelope";
import { Refusal } from "../refusal";

/** What a thrown error is, in the words of the real server: broken JSON, a status of its own, or unexpected. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { status, type } = typeof error === "object" && error !== null ? (error as Thrown) : {};
  if (type === "entity.parse.failed") return new Refusal(400, "Invalid JSON payload");
  return new Refusal(typeof status === "number" ? status : 500, "Something went wrong :(");
}

interface Thrown {
  status?: unknown;
  type?: unknown;
}

/**
 * Words errors as the open-source server does (docs/internals/api-behavior.md 3.4). Express knows error handlers by their four parameters.
 */
export function openSourceErrors(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  const { status, text, style } = asRefusal(error);
  if (style === "text") res.status(status).type("text/plain").send(text);
  else res.status(status).json({ [style]: text });
}

/** Words errors as the cloud API does (docs/internals/api-behavior.md 1.6, 2.2). */
export function managedErrors(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  const { status, text } = asRefusal(error);
  res.status(status).json(errorBody(status, text));
}
