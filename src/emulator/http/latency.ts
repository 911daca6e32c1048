import type { NextFunction, Request, Response } from "express";

/** Lets each request wait before it is handled. */
export function latency(milliseconds: number) {
  return (_req: Request, _res: Response, next: NextFunction) => {
    if (milliseconds <= 0) return next();
    // A request that still waits must not keep a stopped emulator's process alive.
    setTimeout(next, milliseconds).unref();
  };
}
