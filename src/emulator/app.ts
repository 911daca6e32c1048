import express, { type Express } from "express";
import { bodyParsers } from "./http/body";
import { managedErrors, openSourceErrors } from "./http/errors";
import { logAndFault } from "./http/fault-middleware";
import { latency } from "./http/latency";
import { managedRouter } from "./managed/router";
import { openSourceRouter } from "./open-source/router";
import type { Limits } from "./options";
import { pageRouter } from "./page/page";
import type { Runtime } from "./runtime";
import { uiRouter } from "./ui/router";

/** Both deployments and the UI on one Express application. Unserved routes get Express's own HTML 404. */
export function createApp(runtime: Runtime, limits: Limits | undefined): Express {
  const app = express();
  app.disable("x-powered-by");
  const wait = latency(runtime.latencyMs);
  app.use((_req, res, next) => {
    res.set("Date", runtime.now().toUTCString());
    next();
  });
  app.get("/health", (_req, res) => res.json({ data: "OK", version: "emulator" }));
  app.get("/ready", (_req, res) => res.json({ data: "OK", version: "emulator" }));
  app.use("/api/v2", logAndFault(runtime, "openSource"), wait, ...bodyParsers);
  app.use("/api/v2", openSourceRouter(runtime, limits?.openSource), openSourceErrors);
  app.use("/v1", logAndFault(runtime, "managed"), wait, ...bodyParsers);
  app.use("/v1", managedRouter(runtime, limits?.managed), managedErrors);
  app.use(pageRouter());
  app.use("/ui", ...bodyParsers, uiRouter(runtime), openSourceErrors);
  app.use(openSourceErrors);
  return app;
}
