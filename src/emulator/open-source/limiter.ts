import type { RequestHandler } from "express";
import rateLimit from "express-rate-limit";
import type { Limit } from "../options";

/** One bucket per bearer token over all resources, counted before authentication (docs/internals/api-behavior.md 3.3). */
export function openSourceLimiter({ max, windowMs }: Limit): RequestHandler {
  return rateLimit({
    max,
    windowMs,
    standardHeaders: true,
    legacyHeaders: false,
    keyGenerator: (req) => req.headers.authorization ?? req.ip ?? "unknown",
  });
}
