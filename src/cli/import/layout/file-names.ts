import type { Format } from "../formats";
import type { ImportKind } from "../kinds";

/** How the files of a format are called. */
export interface FileNames {
  /** The file with all objects of a kind. Dashboards have files of their own. */
  readonly collection: Readonly<Record<Exclude<ImportKind, "dashboard">, string>>;
  readonly dashboard: (constructId: string) => string;
  readonly imports: string;
  /** The same name with a number from 2 before its ending. */
  readonly numbered: (path: string, count: number) => string;
}

export const FILE_NAMES: Readonly<Record<Format, FileNames>> = {
  typescript: {
    collection: {
      connection: "connections.ts",
      source: "sources.ts",
      webhook: "webhooks.ts",
      saved_search: "saved-searches.ts",
      alert: "alerts.ts",
      api_key: "api-keys.ts",
    },
    dashboard: (constructId) => `dashboards/${constructId}.ts`,
    imports: "imports.ts",
    numbered: (path, count) => path.replace(/\.ts$/, `-${count}.ts`),
  },
  hcl: {
    collection: {
      connection: "connections.tf",
      source: "sources.tf",
      webhook: "webhooks.tf",
      saved_search: "saved_searches.tf",
      alert: "alerts.tf",
      api_key: "api_keys.tf",
    },
    dashboard: (constructId) => `dashboard_${constructId.replaceAll("-", "_")}.tf`,
    imports: "imports.tf",
    numbered: (path, count) => path.replace(/\.tf$/, `_${count}.tf`),
  },
};

/** What a file's name has before its ending, such as `-2`. */
export function numberOf(path: string): string {
  return /[-_](\d+)\.tf?s?$/.exec(path)?.[1] ?? "";
}
