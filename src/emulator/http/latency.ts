import type { NextFunction, Request, Response } from "express";

/** Lets each request wait before it is handled. */
export function latency(milliseconds: number) {
  return (_req: Request, _res: Response, next: NextFunction) => {
    if (milliseconds <= 0) return next();
    setTimeout(next, milliseconds);
  };
}
