import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seedIds } from "../../src/emulator";

const FOLDER = join(__dirname, "..", "fixtures", "dashboards");

/** The ids of the fixtures, and the ids that replace them in the emulator. */
export const IDS = {
  "66f1c0de0000000000000001": seedIds.logs,
  "66f1c0de0000000000000002": seedIds.traces,
  "66f1c0de0000000000000003": seedIds.metrics,
  "66f1c0de00000000000000c1": seedIds.connection,
} as const;

/** Dashboards that users have: with 11 to 40 tiles, in every form that the servers and the UI write. */
export const EXPORTED = {
  response: "storefront-red.response.json",
  body: "clickhouse-health.body.json",
  uiExport: "browser.export.json",
  series: "payments.series.json",
  managedResponse: "cluster.managed-response.json",
} as const;

/** The original text of a body. */
export function exportedText(file: string): string {
  return readFileSync(join(FOLDER, file), "utf8");
}

/** The dashboard in a body, with the emulator's ids, in the form of the request that created it. */
export function creationBody(file: string): { name: string; tiles: Record<string, unknown>[] } {
  const text = Object.entries(IDS).reduce((all, [id, seeded]) => all.replaceAll(id, seeded), exportedText(file));
  const parsed = JSON.parse(text);
  const { id: _, filters, ...dashboard } = parsed.data ?? parsed.result ?? parsed;
  const withoutIds = filters?.map(({ id: __, ...filter }: { id: string }) => filter);
  return { ...dashboard, ...(withoutIds && { filters: withoutIds }) };
}
