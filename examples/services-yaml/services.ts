import { readFileSync } from "node:fs";
import { type Document, parseDocument } from "yaml";
import { z } from "zod";

const Service = z.strictObject({
  slowAfterMs: z.number().positive().describe("Alert from this 95th percentile of the latency, in milliseconds."),
  maxErrorPercent: z.number().positive().max(100).default(5).describe("Alert from this percentage of failed requests."),
  minRequests: z.int().positive().optional().describe("Alert below this number of requests in 15 minutes."),
  objective: z.number().gt(0).lt(1).default(0.99).describe("Share of requests that must be good in 30 days."),
  webhook: z.string().min(1).default("Slack oncall").describe("Name of the webhook that receives the alerts."),
});

/** Services by the name in their spans. */
export const Services = z.record(z.string().min(1), Service).superRefine((services, { addIssue }) => {
  const names = new Map<string, string>();
  for (const name of Object.keys(services)) {
    // The name in Terraform has only these characters.
    const id = name.replaceAll("/", "--").replace(/[^\w-]/g, "");
    const other = names.get(id);
    if (other !== undefined) {
      const message = `Terraform does not distinguish this name from ${other}. Fix: Rename one of them.`;
      addIssue({ code: "custom", path: [name], message });
    }
    names.set(id, name);
  }
});

/** Reads a file of services. Throws one error that lists all wrong entries with their paths. */
export function readServices(file: string): z.infer<typeof Services> {
  const document = parseDocument(readFileSync(file, "utf8"));
  const broken = document.errors.map(({ message }) => message.split("\n")[0]);
  const { data, error } = Services.safeParse(valuesOf(document, broken));
  // The schema drops this name.
  const reserved = document.has("__proto__") ? ["__proto__: This name is reserved. Fix: Rename the service."] : [];
  if (!data || broken.length + reserved.length > 0) {
    const wrong = error?.issues.map(({ path, message }) => `${path.join(".") || "all services"}: ${message}`) ?? [];
    throw new Error([`${file} is invalid:`, ...(broken.length > 0 ? broken : [...reserved, ...wrong])].join("\n  "));
  }
  return data;
}

/** Returns the values of a document. Adds an error to `broken` if an alias has no anchor, or if aliases repeat too much. */
function valuesOf(document: Document, broken: unknown[]): unknown {
  try {
    return document.toJS();
  } catch (error) {
    broken.push(error instanceof Error ? error.message : error);
    return undefined;
  }
}
