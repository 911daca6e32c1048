import { join } from "node:path";
import express, { type Router } from "express";
import { packageRoot } from "../../package-root";

/**
 * The page loads nothing from other hosts, other sites cannot frame it, and texts of dashboards cannot run as script.
 */
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
};

const FILES = ["page.js", "page.css", "icon.svg"];

/**
 * Serves `/` and its files: the page that `npm run build` made. It needs no credentials, has no rate limit and is not
 * in the request log.
 */
export function pageRouter(): Router {
  const folder = join(packageRoot(), "dist", "emulator", "page");
  const router = express.Router();
  const send = (file: string) => (_req: express.Request, res: express.Response) => {
    res.set(HEADERS).sendFile(file, { root: folder, cacheControl: false }, (error) => {
      if (error && !res.headersSent) {
        res.status(500).type("text").send("The page is not built. Run: npm run build\n");
      }
    });
  };
  router.get("/", send("index.html"));
  for (const file of FILES) {
    router.get(`/ui/page/${file}`, send(file));
  }
  return router;
}
