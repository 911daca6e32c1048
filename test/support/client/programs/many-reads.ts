import type { Deployment } from "../../../../src/client";
import type { Endpoints } from "../../../../src/emulator/options";
import { createClient } from "../../../../src/resources/client";

/**
 * Waits for the response of GATE, requests COUNT missing alerts as fast as the limits of DEPLOYMENT allow, and prints the
 * number of responses.
 */
async function main(): Promise<void> {
  const { openSource, managed } = JSON.parse(process.env.ENDPOINTS ?? "") as Endpoints;
  const client = createClient({
    userAgent: "tests",
    openSource,
    managed: { ...managed, product: "clickstack", windowSeconds: Number(process.env.WINDOW_SECONDS) },
    observability: process.env.DEPLOYMENT as Deployment,
  });
  try {
    await fetch(process.env.GATE ?? "");
    const reads = Array.from({ length: Number(process.env.COUNT) }, () => client.alerts.get(process.env.ID ?? ""));
    const found = await Promise.all(reads);
    process.stdout.write(`responses: ${found.length}\n`);
  } finally {
    await client.close();
  }
}

void main();
