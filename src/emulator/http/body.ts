import express, { type RequestHandler } from "express";

/** Bodies up to 32 MiB: JSON, or text as a string. Any other content type is seen as `{}` (docs/internals/api-behavior.md 3.2). */
export const bodyParsers: RequestHandler[] = [express.json({ limit: "32mb" }), express.text({ limit: "32mb" })];
