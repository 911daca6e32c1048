import type { Construct } from "constructs";
import type { z } from "zod";
import { alertLookup, alertsLookup } from "../resources/alert/declaration";
import { apiKeyLookup } from "../resources/api-key/declaration";
import { dashboardLookup, dashboardsLookup } from "../resources/dashboard/declaration";
import { savedSearchesLookup, savedSearchLookup } from "../resources/saved-search/declaration";
import type { SavedSearchReference } from "./alert";
import type { MetaArguments } from "./declared";
import { Token } from "./framework";
import { LookUp, lookUpOnce, NamedLookUp, type ProviderOption } from "./look-up";
import { TileReference } from "./tile-board";

/** How an alert is found: by `id` or by `name`. */
export type ExistingAlertProps = Pick<z.input<typeof alertLookup>, "id" | "name"> & MetaArguments;

/** An alert that exists in ClickStack and that this program does not manage. */
export class ExistingAlert extends NamedLookUp<typeof alertLookup> {
  static readonly tfResourceType = "clickstack_alert";

  constructor(scope: Construct, id: string, props: ExistingAlertProps) {
    super(scope, id, { type: ExistingAlert.tfResourceType, schema: alertLookup }, props);
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

/** How an API key is found: by `id`, by `name`, or with `inUse` the one that runs this. */
export type ExistingApiKeyProps = Pick<z.input<typeof apiKeyLookup>, "id" | "name" | "inUse"> & MetaArguments;

/** An API key of ClickHouse Cloud that this program does not manage. */
export class ExistingApiKey extends NamedLookUp<typeof apiKeyLookup> {
  static readonly tfResourceType = "clickstack_api_key";

  constructor(scope: Construct, id: string, props: ExistingApiKeyProps) {
    super(scope, id, { type: ExistingApiKey.tfResourceType, schema: apiKeyLookup }, props);
  }

  /** The key that signs the requests of the run. */
  static inUse(scope: Construct, options: ProviderOption = {}): ExistingApiKey {
    const asked = { which: "in use", provider: options.provider?.node.path };
    return lookUpOnce(scope, "api-key", asked, (id) => new ExistingApiKey(scope, id, { inUse: true, ...options }));
  }
}

/** How a dashboard is found: by `id` or by `name`. */
export type ExistingDashboardProps = Pick<z.input<typeof dashboardLookup>, "id" | "name"> & MetaArguments;

/** A dashboard that exists in ClickStack and that this program does not manage. Clicks lead to it, and alerts watch its tiles. */
export class ExistingDashboard extends NamedLookUp<typeof dashboardLookup> {
  static readonly tfResourceType = "clickstack_dashboard";

  constructor(scope: Construct, id: string, props: ExistingDashboardProps) {
    super(scope, id, { type: ExistingDashboard.tfResourceType, schema: dashboardLookup }, props);
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

/** How a saved search is found: by `id` or by `name`. */
export type ExistingSavedSearchProps = Pick<z.input<typeof savedSearchLookup>, "id" | "name"> & MetaArguments;

/** A saved search that exists in ClickStack and that this program does not manage. */
export class ExistingSavedSearch extends NamedLookUp<typeof savedSearchLookup> {
  static readonly tfResourceType = "clickstack_saved_search";

  constructor(scope: Construct, id: string, props: ExistingSavedSearchProps) {
    super(scope, id, { type: ExistingSavedSearch.tfResourceType, schema: savedSearchLookup }, props);
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
