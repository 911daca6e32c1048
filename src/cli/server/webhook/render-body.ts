import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { packageRoot } from "../../../package-root";

/** Values of a notification, under the names that templates use (docs/internals/api-behavior.md 3.11). */
export type NotificationValues = Readonly<Record<string, string | number | undefined>>;

/** The body of a notification, or the reason why there is none. */
export type RenderedBody = { readonly body: string } | { readonly problem: string };

/** A template of the maximum length is rendered in less than 50 ms. */
const MAX_MS = 2000;

const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/**
 * Renders the template of a webhook's body as the server does: texts are escaped for JSON, and numbers are written
 * directly. Blocks can repeat each other, so the template runs in a worker with limits of time and memory.
 */
export async function renderBody(template: string, values: NotificationValues): Promise<RenderedBody> {
  const escaped = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? JSON.stringify(value).slice(1, -1) : value,
  ]);
  const worker = new Worker(join(packageRoot(), "dist", "cli", "render-template.js"), {
    workerData: { template, values: Object.fromEntries(escaped) },
    resourceLimits: LIMITS,
    env: {},
  });
  const timer = setTimeout(() => worker.emit("error", new Error("timeout")), MAX_MS);
  try {
    return await new Promise<RenderedBody>((resolve) => {
      worker.once("message", resolve);
      worker.once("error", () => resolve({ problem: "Its template needs too much time or memory." }));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
