import type { Construct } from "constructs";
import type { z } from "zod";
import { alertLookup, alertsLookup } from "../resources/alert/declaration";
import { apiKeyLookup } from "../resources/api-key/declaration";
import { dashboardLookup, dashboardsLookup } from "../resources/dashboard/declaration";
import { savedSearchesLookup, savedSearchLookup } from "../resources/saved-search/declaration";
import type { SavedSearchReference } from "./alert";
import type { MetaArguments } from "./declared";
import { Token } from "./framework";
import { byIdOnce, byNameOnce, LookUp, lookUpOnce, NamedLookUp, type ProviderOption } from "./look-up";
import { TileReference } from "./tile-board";

type ExistingAlertLookup = Pick<z.input<typeof alertLookup>, "id" | "name">;

/** How an alert is found: by `id` or by `name`. */
export type ExistingAlertProps = ExistingAlertLookup & MetaArguments;

/** An alert that exists in ClickStack and that this program does not manage. */
export class ExistingAlert extends NamedLookUp<typeof alertLookup> {
  constructor(scope: Construct, id: string, props: ExistingAlertProps) {
    super(scope, id, { type: "clickstack_alert", schema: alertLookup }, props);
  }

  /** The alert with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: ProviderOption = {}): ExistingAlert {
    return byNameOnce(scope, "alert", name, options, ExistingAlert);
  }

  /** The alert with this id. */
  static byId(scope: Construct, alertId: string, options: ProviderOption = {}): ExistingAlert {
    return byIdOnce(scope, "alert", alertId, options, ExistingAlert);
  }
}

/** How alerts are listed: all of them, or those of one name, dashboard, saved search, webhook or state. */
export type AlertsProps = Omit<z.input<typeof alertsLookup>, "alerts"> & MetaArguments;

/** Alerts that exist in ClickStack, managed or not: `alerts.observed.alerts`. */
export class Alerts extends LookUp<typeof alertsLookup> {
  constructor(scope: Construct, id: string, props: AlertsProps = {}) {
    super(scope, id, { type: "clickstack_alerts", schema: alertsLookup }, props);
  }
}

type ExistingApiKeyLookup = Pick<z.input<typeof apiKeyLookup>, "id" | "name" | "inUse">;

/** How an API key is found: by `id`, by `name`, or with `inUse` the one that runs this. */
export type ExistingApiKeyProps = ExistingApiKeyLookup & MetaArguments;

/** An API key of ClickHouse Cloud that this program does not manage. */
export class ExistingApiKey extends NamedLookUp<typeof apiKeyLookup> {
  constructor(scope: Construct, id: string, props: ExistingApiKeyProps) {
    super(scope, id, { type: "clickstack_api_key", schema: apiKeyLookup }, props);
  }

  /** The key with this name. The plan fails with the names that exist when there is none, and when several have it. */
  static byName(scope: Construct, name: string, options: ProviderOption = {}): ExistingApiKey {
    return byNameOnce(scope, "api-key", name, options, ExistingApiKey);
  }

  /** The key with this id of its record. */
  static byId(scope: Construct, keyRecordId: string, options: ProviderOption = {}): ExistingApiKey {
    return byIdOnce(scope, "api-key", keyRecordId, options, ExistingApiKey);
  }

  /** The key that signs the requests of the run. */
  static inUse(scope: Construct, options: ProviderOption = {}): ExistingApiKey {
    const asked = { which: "in use", provider: options.provider?.node.path };
    return lookUpOnce(scope, "api-key", asked, (id) => new ExistingApiKey(scope, id, { inUse: true, ...options }));
  }
}

type ExistingDashboardLookup = Pick<z.input<typeof dashboardLookup>, "id" | "name">;

/** How a dashboard is found: by `id` or by `name`. */
export type ExistingDashboardProps = ExistingDashboardLookup & MetaArguments;

/** A dashboard that exists in ClickStack and that this program does not manage. Clicks lead to it, and alerts watch its tiles. */
export class ExistingDashboard extends NamedLookUp<typeof dashboardLookup> {
  constructor(scope: Construct, id: string, props: ExistingDashboardProps) {
    super(scope, id, { type: "clickstack_dashboard", schema: dashboardLookup }, props);
  }

  /** The dashboard with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: ProviderOption = {}): ExistingDashboard {
    return byNameOnce(scope, "dashboard", name, options, ExistingDashboard);
  }

  /** The dashboard with this id. */
  static byId(scope: Construct, dashboardId: string, options: ProviderOption = {}): ExistingDashboard {
    return byIdOnce(scope, "dashboard", dashboardId, options, ExistingDashboard);
  }

  /** A tile, for an alert, by the key that is made from its name: `Error rate` is `error_rate`, a second one `error_rate_2`. */
  tile(key: string): TileReference {
    const tileId = Token.asString(this.interpolationForAttribute(`tile_ids["${key}"]`));
    return new TileReference(this.node.path, key, undefined, this.id, tileId);
  }
}

/** How dashboards are listed: all of them, or those of one name, tag or source. */
export type DashboardsProps = Omit<z.input<typeof dashboardsLookup>, "dashboards"> & MetaArguments;

/** Dashboards that exist in ClickStack, managed or not: `dashboards.observed.dashboards`. */
export class Dashboards extends LookUp<typeof dashboardsLookup> {
  constructor(scope: Construct, id: string, props: DashboardsProps = {}) {
    super(scope, id, { type: "clickstack_dashboards", schema: dashboardsLookup }, props);
  }
}

type ExistingSavedSearchLookup = Pick<z.input<typeof savedSearchLookup>, "id" | "name">;

/** How a saved search is found: by `id` or by `name`. */
export type ExistingSavedSearchProps = ExistingSavedSearchLookup & MetaArguments;

/** A saved search that exists in ClickStack and that this program does not manage. */
export class ExistingSavedSearch extends NamedLookUp<typeof savedSearchLookup> {
  constructor(scope: Construct, id: string, props: ExistingSavedSearchProps) {
    super(scope, id, { type: "clickstack_saved_search", schema: savedSearchLookup }, props);
  }

  /** The saved search with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: ProviderOption = {}): ExistingSavedSearch {
    return byNameOnce(scope, "saved-search", name, options, ExistingSavedSearch);
  }

  /** The saved search with this id. */
  static byId(scope: Construct, savedSearchId: string, options: ProviderOption = {}): ExistingSavedSearch {
    return byIdOnce(scope, "saved-search", savedSearchId, options, ExistingSavedSearch);
  }

  /** The saved search as an alert watches it: `on: errors.reference({ groupBy: "ServiceName" })`. */
  reference(options: Pick<SavedSearchReference, "groupBy"> = {}): SavedSearchReference {
    return { savedSearchId: this.id, ...options };
  }
}

/** How saved searches are listed: all of them, or those of one name, tag or source. */
export type SavedSearchesProps = Omit<z.input<typeof savedSearchesLookup>, "savedSearches"> & MetaArguments;

/** Saved searches that exist in ClickStack, managed or not: `savedSearches.observed.savedSearches`. */
export class SavedSearches extends LookUp<typeof savedSearchesLookup> {
  constructor(scope: Construct, id: string, props: SavedSearchesProps = {}) {
    super(scope, id, { type: "clickstack_saved_searches", schema: savedSearchesLookup }, props);
  }
}
