import express, { type Router } from "express";
import { validateDashboard } from "../dashboards/validate-operation";
import type { Limit } from "../options";
import type { Runtime } from "../runtime";
import { bearer } from "./bearer";
import { openSourceLimiter } from "./limiter";
import { mount } from "./mount";
import { resources } from "./operations";

/** `/api/v2`: limiter, then authentication, then the routes; the probe is not limited (docs/internals/api-behavior.md 3.1, 3.2). */
export function openSourceRouter(runtime: Runtime, limit: Limit | undefined): Router {
  const router = express.Router();
  const authenticate = bearer(runtime);
  const limited = limit ? [openSourceLimiter(limit), authenticate] : [authenticate];
  router.get("/", authenticate, (_req, res) => {
    const { accessKey: _, teamId, ...user } = res.locals.user;
    res.json({ version: "v2", user: { ...user, team: teamId } });
  });
  for (const [name, operations] of Object.entries(resources)) {
    router.use(`/${name}`, ...limited);
    const offered = operations.filter((one) => one !== validateDashboard || !runtime.switches.validateMissing);
    mount(router, offered, runtime);
  }
  return router;
}
