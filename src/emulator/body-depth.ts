import type { NextFunction, Request, Response } from "express";
import { badRequest } from "./refusal";

/** A dashboard has about ten levels. */
const MAX_LEVELS = 100;

/**
 * Rejects a body with more levels than any object has. Merging, comparing and saving are recursive, so a stored body of
 * 100,000 levels would make every later request fail.
 */
export function refuseDeepBody(req: Request, _res: Response, next: NextFunction): void {
  let level = containersIn([req.body]);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === MAX_LEVELS) {
      throw badRequest(`The body has more than ${MAX_LEVELS} levels of arrays and objects.`);
    }
    level = level.flatMap((container) => containersIn(Object.values(container)));
  }
  next();
}

const containersIn = (values: readonly unknown[]): object[] =>
  values.filter((value) => typeof value === "object" && value !== null);
