import { alertLookup, alertsLookup } from "../resources/alert/declaration";
import { apiKeyLookup } from "../resources/api-key/declaration";
import { dashboardLookup, dashboardsLookup } from "../resources/dashboard/declaration";
import type {
  AlertsDeclaration,
  DashboardsDeclaration,
  ExistingAlertDeclaration,
  ExistingApiKeyDeclaration,
  ExistingDashboardDeclaration,
} from "../resources/declared-types";
import { attributeToken, type MetaArguments } from "./declared";
import { listClass, lookUpClass, lookUpOnce, type ProviderOption } from "./look-up";
import type { ConstructScope } from "./scope";
import { TileReference } from "./tile-board";

/** Props that select an alert: `id` or `name`. */
export type ExistingAlertProps = Pick<ExistingAlertDeclaration, "id" | "name"> & MetaArguments;

/** An existing alert that this program does not manage. */
export class ExistingAlert extends lookUpClass<ExistingAlertDeclaration>(
  "clickstack_alert",
  alertLookup,
)<ExistingAlertProps> {}

/** Props that filter the list of alerts. */
export type AlertsProps = Omit<AlertsDeclaration, "alerts"> & MetaArguments;

/** List of alerts, managed or not: `alerts.observed.alerts`. */
export class Alerts extends listClass<AlertsDeclaration>("clickstack_alerts", alertsLookup)<AlertsProps> {}

/** Props that select an API key: `id`, `name`, or `inUse` for the key that signs the requests. */
export type ExistingApiKeyProps = Pick<ExistingApiKeyDeclaration, "id" | "name" | "inUse"> & MetaArguments;

/** An existing API key of ClickHouse Cloud that this program does not manage. */
export class ExistingApiKey extends lookUpClass<ExistingApiKeyDeclaration>(
  "clickstack_api_key",
  apiKeyLookup,
)<ExistingApiKeyProps> {
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

/**
 * Looks up the key that signs the requests of the run.
 * @param scope the stack, or another construct
 * @param options the provider to ask
 */
export function keyInUse(scope: ConstructScope, options: ProviderOption = {}): ExistingApiKey {
  const asked = { which: "in use", provider: options.provider?.node.path };
  return lookUpOnce(scope, "api-key", asked, (id) => new ExistingApiKey(scope, id, { inUse: true, ...options }));
}

/** Props that select a dashboard: `id` or `name`. */
export type ExistingDashboardProps = Pick<ExistingDashboardDeclaration, "id" | "name"> & MetaArguments;

/** An existing dashboard that this program does not manage. Clicks can open it, and alerts can watch its tiles. */
export class ExistingDashboard extends lookUpClass<ExistingDashboardDeclaration>(
  "clickstack_dashboard",
  dashboardLookup,
)<ExistingDashboardProps> {
  /** Address of the dashboard in the UI. Null if the provider does not know its `uiEndpoint`. */
  get url(): string {
    return this.observed.url;
  }

  /**
   * Returns a tile for an alert. The key is made from the tile's name: `Error rate` is `error_rate`, and a second tile
   * of this name is `error_rate_2`.
   * @param key tile key, such as `error_rate`
   */
  tile(key: string): TileReference {
    return new TileReference(this.node.path, key, undefined, this.id, attributeToken(this, `tile_ids["${key}"]`));
  }
}

/** Props that filter the list of dashboards. */
export type DashboardsProps = Omit<DashboardsDeclaration, "dashboards"> & MetaArguments;

/** List of dashboards, managed or not: `dashboards.observed.dashboards`. */
export class Dashboards extends listClass<DashboardsDeclaration>(
  "clickstack_dashboards",
  dashboardsLookup,
)<DashboardsProps> {}
