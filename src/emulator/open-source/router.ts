import express, { type RequestHandler, type Router } from "express";
import rateLimit, { type Store } from "express-rate-limit";
import { chartOperations } from "../charts/operations";
import { connectionOperations } from "../connections/operations";
import { clickStackRoleOperations } from "../managed/clickstack-roles";
import type { EmulatorOperation } from "../operation";
import type { Limit } from "../options";
import { isOffered, sharedOperations } from "../resource-types";
import { type Runtime, scopeOf } from "../runtime";
import { searchOperations } from "../search/operations";
import { teamOperations } from "../team/operations";

/** Finds the user of the personal access key, or returns 401 with plain text (docs/internals/api-behavior.md 3.2). */
function bearer({ store }: Runtime): RequestHandler {
  return (req, res, next) => {
    const key = /^Bearer (\S+)$/.exec(req.headers.authorization ?? "")?.[1];
    const user = key === undefined ? undefined : store.users.all().find((one) => one.accessKey === key);
    if (!user) {
      res.sendStatus(401);
      return;
    }
    res.locals.user = user;
    next();
  };
}

/** Limits requests per bearer token over all resources, before authentication (docs/internals/api-behavior.md 3.3). */
function openSourceLimiter({ max, windowMs }: Limit): RequestHandler {
  return rateLimit({
    max,
    windowMs,
    store: new WindowStore(windowMs),
    standardHeaders: true,
    legacyHeaders: false,
    keyGenerator: (req) => req.headers.authorization ?? req.ip ?? "unknown",
  });
}

/**
 * Counts requests in consecutive windows, like the default store of the library. The library ends a window with a
 * timer, which is late on a busy machine. A client that waits for the announced end would then be rejected.
 */
class WindowStore implements Store {
  readonly #hits = new Map<string, number>();
  #startedAt = Date.now();

  constructor(private readonly windowMs: number) {}

  increment(key: string) {
    const windows = Math.floor((Date.now() - this.#startedAt) / this.windowMs);
    if (windows > 0) {
      this.#hits.clear();
    }
    this.#startedAt += windows * this.windowMs;
    const totalHits = (this.#hits.get(key) ?? 0) + 1;
    this.#hits.set(key, totalHits);
    return { totalHits, resetTime: new Date(this.#startedAt + this.windowMs) };
  }

  decrement(key: string): void {
    this.#hits.set(key, Math.max(0, (this.#hits.get(key) ?? 0) - 1));
  }

  resetKey(key: string): void {
    this.#hits.delete(key);
  }
}

/** Adds operations with the responses of the open-source server. */
export function mount(router: Router, operations: readonly EmulatorOperation[], runtime: Runtime): void {
  for (const one of operations) {
    router[one.method](one.path, (req, res) => {
      const scope = { ...scopeOf(runtime, "openSource", res.locals.user), ifMatch: req.headers["if-match"] };
      const { body, headers = {} } = one.handle(scope, { params: req.params, query: req.query, body: req.body });
      runtime.store.flush();
      res.set(headers).json(body);
    });
  }
}

/** Resources of the open-source API (docs/internals/api-behavior.md 3.1). */
export const resources: Readonly<Record<string, readonly EmulatorOperation[]>> = {
  ...sharedOperations,
  connections: connectionOperations,
  charts: chartOperations,
  search: searchOperations,
  team: teamOperations,
  roles: clickStackRoleOperations.map((each) => ({ ...each, needs: "teamRoles" as const })),
};

/** Limits, authentication, then operations. The probe is not limited (docs/internals/api-behavior.md 3.1, 3.2). */
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
    const offered = operations.filter((each) => isOffered(each, runtime));
    mount(router, offered, runtime);
  }
  return router;
}
