/**
 * Renders the template of a webhook's body in a worker, whose memory and time `test-notification.ts` limits. A user of
 * the server wrote the template.
 */
import { parentPort, workerData } from "node:worker_threads";
import Handlebars from "handlebars";

interface Work {
  readonly template: string;
  readonly values: Readonly<Record<string, string | number | undefined>>;
}

/** Receivers accept less than this. */
const MAX_LENGTH = 1_000_000;

const { template, values } = workerData as Work;
const handlebars = Handlebars.create();
handlebars.registerHelper("eq", (one: unknown, other: unknown) => one === other);
handlebars.registerHelper("log", () => undefined);
try {
  const body = handlebars.compile(template, { noEscape: true })(values);
  const isShort = body.length <= MAX_LENGTH;
  parentPort?.postMessage(isShort ? { body } : { problem: `It has more than ${MAX_LENGTH} characters.` });
} catch (error) {
  // The first line has the position. The others repeat the template.
  const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  parentPort?.postMessage({ problem: `Its template is invalid. ${reason.slice(0, 200)}` });
}
