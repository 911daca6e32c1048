import type { z } from "zod";
import { alertLookup, alertsLookup } from "../resources/alert/declaration";
import { apiKeyLookup } from "../resources/api-key/declaration";
import { dashboardLookup, dashboardsLookup } from "../resources/dashboard/declaration";
import { savedSearchesLookup, savedSearchLookup } from "../resources/saved-search/declaration";
import type { SavedSearchReference } from "./alert";
import { attributeToken, type MetaArguments } from "./declared";
import { listClass, lookUpClass, lookUpOnce, type ProviderOption } from "./look-up";
import type { ConstructScope } from "./scope";
import { TileReference } from "./tile-board";

/** Props that select an alert: `id` or `name`. */
export type ExistingAlertProps = Pick<z.input<typeof alertLookup>, "id" | "name"> & MetaArguments;

/** An existing alert that this program does not manage. */
export class ExistingAlert extends lookUpClass("clickstack_alert", alertLookup)<ExistingAlertProps> {}

/** Props that filter the list of alerts. */
export type AlertsProps = Omit<z.input<typeof alertsLookup>, "alerts"> & MetaArguments;

/** List of alerts, managed or not: `alerts.observed.alerts`. */
export class Alerts extends listClass("clickstack_alerts", alertsLookup)<AlertsProps> {}

/** Props that select an API key: `id`, `name`, or `inUse` for the key that signs the requests. */
export type ExistingApiKeyProps = Pick<z.input<typeof apiKeyLookup>, "id" | "name" | "inUse"> & MetaArguments;

/** An existing API key of ClickHouse Cloud that this program does not manage. */
export class ExistingApiKey extends lookUpClass("clickstack_api_key", apiKeyLookup)<ExistingApiKeyProps> {
  /** State of the key: `enabled` or `disabled`. */
  get state(): string {
    return this.observed.state;
  }

  /** The last four characters of the key ID. */
  get keySuffix(): string {
    return this.observed.keySuffix;
  }

  /** Time at which the key was created, in ISO 8601. */
  get createdAt(): string {
    return this.observed.createdAt;
  }
}

/** Looks up the key that signs the requests of the run. */
export function keyInUse(scope: ConstructScope, options: ProviderOption = {}): ExistingApiKey {
  const asked = { which: "in use", provider: options.provider?.node.path };
  return lookUpOnce(scope, "api-key", asked, (id) => new ExistingApiKey(scope, id, { inUse: true, ...options }));
}

/** Props that select a dashboard: `id` or `name`. */
export type ExistingDashboardProps = Pick<z.input<typeof dashboardLookup>, "id" | "name"> & MetaArguments;

/** An existing dashboard that this program does not manage. Clicks can open it, and alerts can watch its tiles. */
export class ExistingDashboard extends lookUpClass("clickstack_dashboard", dashboardLookup)<ExistingDashboardProps> {
  /** Address of the dashboard in the UI. Null if the provider does not know its `uiEndpoint`. */
  get url(): string {
    return this.observed.url;
  }

  /**
   * Returns a tile for an alert. The key is made from the tile's name: `Error rate` is `error_rate`, and a second tile
   * of this name is `error_rate_2`.
   */
  tile(key: string): TileReference {
    return new TileReference(this.node.path, key, undefined, this.id, attributeToken(this, `tile_ids["${key}"]`));
  }
}

/** Props that filter the list of dashboards. */
export type DashboardsProps = Omit<z.input<typeof dashboardsLookup>, "dashboards"> & MetaArguments;

/** List of dashboards, managed or not: `dashboards.observed.dashboards`. */
export class Dashboards extends listClass("clickstack_dashboards", dashboardsLookup)<DashboardsProps> {}

/** Props that select a saved search: `id` or `name`. */
export type ExistingSavedSearchProps = Pick<z.input<typeof savedSearchLookup>, "id" | "name"> & MetaArguments;

/** An existing saved search that this program does not manage. */
export class ExistingSavedSearch extends lookUpClass(
  "clickstack_saved_search",
  savedSearchLookup,
)<ExistingSavedSearchProps> {
  /** Returns a reference to the saved search for an alert: `on: errors.reference({ groupBy: "ServiceName" })`. */
  reference(options: Pick<SavedSearchReference, "groupBy"> = {}): SavedSearchReference {
    return { savedSearchId: this.id, ...options };
  }
}

/** Props that filter the list of saved searches. */
export type SavedSearchesProps = Omit<z.input<typeof savedSearchesLookup>, "savedSearches"> & MetaArguments;

/** List of saved searches, managed or not: `savedSearches.observed.savedSearches`. */
export class SavedSearches extends listClass("clickstack_saved_searches", savedSearchesLookup)<SavedSearchesProps> {}
