import type * as z from "zod";
import { type ObjectShape, shapeOf, type VariantsShape } from "../../declaration/shape";
import { connection } from "../../resources/connection/declaration";
import { alert, apiKey, dashboard } from "../../resources/declarations";
import { savedSearch } from "../../resources/saved-search/declaration";
import { source } from "../../resources/source/declaration";
import { webhook } from "../../resources/webhook/declaration";

/** How reports speak of a type of resource. */
export interface ResourceKind {
  readonly type: string;
  readonly noun: string;
  readonly plural: string;
  /** The declaration; undefined for a type of another provider. */
  readonly shape?: ObjectShape | VariantsShape;
}

const kind = (type: string, noun: string, plural: string, declaration: z.ZodType) => ({
  type,
  noun,
  plural,
  shape: shapeOf(declaration) as ObjectShape | VariantsShape,
});

export const DASHBOARD = kind("clickstack_dashboard", "dashboard", "Dashboards", dashboard);
export const ALERT = kind("clickstack_alert", "alert", "Alerts", alert);
export const API_KEY = kind("clickstack_api_key", "key", "API keys", apiKey);
export const SAVED_SEARCH = kind("clickstack_saved_search", "saved search", "Saved searches", savedSearch);
export const WEBHOOK = kind("clickstack_webhook", "webhook", "Webhooks", webhook);
export const SOURCE = kind("clickstack_source", "source", "Sources", source);
export const CONNECTION = kind("clickstack_connection", "connection", "Connections", connection);

/** In the order of every report. */
const KINDS: readonly ResourceKind[] = [DASHBOARD, ALERT, API_KEY, SAVED_SEARCH, WEBHOOK, SOURCE, CONNECTION];

/** The kind of a resource type; one made from its name where this version does not know it. */
export function kindOfType(type: string): ResourceKind {
  const known = KINDS.find((each) => each.type === type);
  return known ?? { type, noun: type.replace(/^clickstack_/, "").replaceAll("_", " "), plural: type };
}

/** The place of a type in a report: the known ones first. */
export function rankOfType(type: string): number {
  const index = KINDS.findIndex((each) => each.type === type);
  return index < 0 ? KINDS.length : index;
}
