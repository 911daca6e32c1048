import { join } from "node:path";
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import { packageRoot } from "../package-root";
import { dropFields, logAndFault } from "./fault-middleware";
import { errorBody } from "./managed/gateway";
import { managedRouter } from "./managed/router";
import { openSourceRouter } from "./open-source/router";
import type { Limits } from "./options";
import { badRequest, Refusal } from "./refusal";
import type { Runtime } from "./runtime";
import { uiRouter } from "./ui/router";

/** Parsers of up to 32 MiB of JSON or text. Other types become `{}` (docs/internals/api-behavior.md 3.2). */
const bodyParsers: RequestHandler[] = [
  express.json({ limit: "32mb" }),
  express.text({ limit: "32mb" }),
  refuseDeepBody,
];

/** Turns any thrown error into a refusal with the text of the real server. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) {
    return error;
  }
  const { status, type }: { status?: unknown; type?: unknown } = Object(error);
  if (type === "entity.parse.failed") {
    return new Refusal(400, "Invalid JSON payload");
  }
  return new Refusal(typeof status === "number" ? status : 500, "Something went wrong :(");
}

/** Writes errors (docs/internals/api-behavior.md 3.4). Express detects error handlers by their four parameters. */
function openSourceErrors(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  const { status, text, style } = asRefusal(error);
  if (style === "text") {
    res.status(status).type("text/plain").send(text);
  } else {
    res.status(status).json({ [style]: text });
  }
}

/** Writes errors as the cloud API does (docs/internals/api-behavior.md 1.6, 2.2). */
function managedErrors(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  const { status, text } = asRefusal(error);
  res.status(status).json(errorBody(status, text));
}

/**
 * Creates one Express application with both deployments and the UI. Other paths return Express's HTML 404.
 * @param foreignPages middleware for the page and the UI endpoints
 */
export function createApp(runtime: Runtime, limits: Limits | undefined, foreignPages: RequestHandler): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use((_req, res, next) => {
    const now = runtime.now();
    res.set("Date", now.toUTCString());
    // A client on this machine can follow a clock that a test sets (docs/internals/api-behavior.md 1.8).
    if (runtime.hasOwnClock) {
      res.set("X-ClickStack-Emulated-Time", String(now.getTime()));
    }
    next();
  });
  for (const path of ["/health", "/ready"]) {
    app.get(path, (_req, res) => res.json({ data: "OK", version: `${runtime.serverVersion}.0` }));
  }
  // A delayed request must not keep the process of a stopped emulator alive.
  const delay: RequestHandler = (_req, _res, next) => void setTimeout(next, runtime.latencyMs).unref();
  const beforeApi = [...(runtime.latencyMs > 0 ? [delay] : []), ...bodyParsers, dropFields];
  app.use("/api/v2", logAndFault(runtime, "openSource"), beforeApi);
  app.use("/api/v2", openSourceRouter(runtime, limits?.openSource), openSourceErrors);
  app.use("/v1", logAndFault(runtime, "managed"), beforeApi);
  app.use("/v1", managedRouter(runtime, limits?.managed), managedErrors);
  app.get("/", foreignPages);
  app.use("/ui", foreignPages);
  app.use(pageRouter());
  app.use("/ui", bodyParsers, uiRouter(runtime), openSourceErrors);
  app.use(openSourceErrors);
  return app;
}

/** A dashboard has about ten levels. */
const MAX_LEVELS = 100;

/**
 * Rejects a body with more levels than any valid object has. Merging, comparing and saving are recursive, so a stored
 * body of 100,000 levels would make every later request fail.
 */
function refuseDeepBody(req: Request, _res: Response, next: NextFunction): void {
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

/** The page loads nothing from other hosts, no site can frame it, and texts cannot run as script. */
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
};

/** Serves the page that `npm run build` made, without credentials, rate limit and entries in the request log. */
function pageRouter(): Router {
  const folder = join(packageRoot(), "dist", "emulator", "page");
  const router = express.Router();
  const send = (file: string) => (_req: Request, res: Response) => {
    res.set(HEADERS).sendFile(file, { root: folder, cacheControl: false }, (error) => {
      if (error && !res.headersSent) {
        res.status(500).type("text").send("The page is not built. Run: npm run build\n");
      }
    });
  };
  router.get("/", send("index.html"));
  // Address of a dashboard in the UI of the real server (docs/internals/api-behavior.md 0).
  router.get("/dashboards/:id", (req, res) => res.redirect(`/#dashboards/${encodeURIComponent(req.params.id)}`));
  for (const file of ["page.js", "page.css", "icon.svg"]) {
    router.get(`/ui/page/${file}`, send(file));
  }
  return router;
}
