import type { Construct } from "constructs";
import type { z } from "zod";
import { alertLookup, alertsLookup } from "../resources/alert/declaration";
import { apiKeyLookup } from "../resources/api-key/declaration";
import { dashboardLookup, dashboardsLookup } from "../resources/dashboard/declaration";
import { savedSearchesLookup, savedSearchLookup } from "../resources/saved-search/declaration";
import type { SavedSearchReference } from "./alert";
import { attributeToken, type MetaArguments } from "./declared";
import { lookUpOnce, type ProviderOption } from "./look-up";
import { listClass, lookUpClass } from "./look-up-class";
import { TileReference } from "./tile-board";

/** How an alert is found: by `id` or by `name`. */
export type ExistingAlertProps = Pick<z.input<typeof alertLookup>, "id" | "name"> & MetaArguments;

/** An alert that exists in ClickStack and that this program does not manage. */
export class ExistingAlert extends lookUpClass("clickstack_alert", alertLookup)<ExistingAlertProps> {}

/** How alerts are listed: all of them, or those of one name, dashboard, saved search, webhook or state. */
export type AlertsProps = Omit<z.input<typeof alertsLookup>, "alerts"> & MetaArguments;

/** Alerts that exist in ClickStack, managed or not: `alerts.observed.alerts`. */
export class Alerts extends listClass("clickstack_alerts", alertsLookup)<AlertsProps> {}

/** How an API key is found: by `id`, by `name`, or with `inUse` the one that runs this. */
export type ExistingApiKeyProps = Pick<z.input<typeof apiKeyLookup>, "id" | "name" | "inUse"> & MetaArguments;

/** An API key of ClickHouse Cloud that this program does not manage. */
export class ExistingApiKey extends lookUpClass("clickstack_api_key", apiKeyLookup)<ExistingApiKeyProps> {
  /** The key that signs the requests of the run. */
  static inUse(scope: Construct, options: ProviderOption = {}): ExistingApiKey {
    const asked = { which: "in use", provider: options.provider?.node.path };
    return lookUpOnce(scope, "api-key", asked, (id) => new ExistingApiKey(scope, id, { inUse: true, ...options }));
  }
}

/** How a dashboard is found: by `id` or by `name`. */
export type ExistingDashboardProps = Pick<z.input<typeof dashboardLookup>, "id" | "name"> & MetaArguments;

/**
 * A dashboard that exists in ClickStack and that this program does not manage. Clicks lead to it, and alerts watch its
 * tiles.
 */
export class ExistingDashboard extends lookUpClass("clickstack_dashboard", dashboardLookup)<ExistingDashboardProps> {
  /**
   * A tile, for an alert, by the key that is made from its name: `Error rate` is `error_rate`, a second one
   * `error_rate_2`.
   */
  tile(key: string): TileReference {
    return new TileReference(this.node.path, key, undefined, this.id, attributeToken(this, `tile_ids["${key}"]`));
  }
}

/** How dashboards are listed: all of them, or those of one name, tag or source. */
export type DashboardsProps = Omit<z.input<typeof dashboardsLookup>, "dashboards"> & MetaArguments;

/** Dashboards that exist in ClickStack, managed or not: `dashboards.observed.dashboards`. */
export class Dashboards extends listClass("clickstack_dashboards", dashboardsLookup)<DashboardsProps> {}

/** How a saved search is found: by `id` or by `name`. */
export type ExistingSavedSearchProps = Pick<z.input<typeof savedSearchLookup>, "id" | "name"> & MetaArguments;

/** A saved search that exists in ClickStack and that this program does not manage. */
export class ExistingSavedSearch extends lookUpClass(
  "clickstack_saved_search",
  savedSearchLookup,
)<ExistingSavedSearchProps> {
  /** The saved search as an alert watches it: `on: errors.reference({ groupBy: "ServiceName" })`. */
  reference(options: Pick<SavedSearchReference, "groupBy"> = {}): SavedSearchReference {
    return { savedSearchId: this.id, ...options };
  }
}

/** How saved searches are listed: all of them, or those of one name, tag or source. */
export type SavedSearchesProps = Omit<z.input<typeof savedSearchesLookup>, "savedSearches"> & MetaArguments;

/** Saved searches that exist in ClickStack, managed or not: `savedSearches.observed.savedSearches`. */
export class SavedSearches extends listClass("clickstack_saved_searches", savedSearchesLookup)<SavedSearchesProps> {}
