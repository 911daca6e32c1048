import { createClient, resolveSettings, type SettingsArguments } from "../api";
import { containsUnknown, DiagnosticError, type ObjectValue, type Provider } from "../plugin";
import { attributeName } from "../schema/attribute-name";
import { provider as providerDeclaration } from "../schema/provider";
import { objectShapeOf } from "../schema/shape";
import { VERSION } from "../version";
import { alertDataSource } from "./alert-data-source";
import { alertResource } from "./alert-resource";
import { apiKeyDataSource, apiKeysDataSource } from "./api-key-data-source";
import { apiKeyResource } from "./api-key-resource";
import { schemaOf } from "./attributes";
import { chartSeriesDataSource } from "./chart-series-data-source";
import { connectionDataSource, connectionsDataSource } from "./connection-data-source";
import { dashboardDataSource } from "./dashboard-data-source";
import { dashboardResource } from "./dashboard-resource";
import { keyMaterialEphemeral } from "./key-material-ephemeral";
import { roleDataSource, rolesDataSource } from "./role-data-source";
import { savedSearchDataSource } from "./saved-search-data-source";
import { savedSearchResource } from "./saved-search-resource";
import { Session } from "./session";
import { sourceDataSource, sourcesDataSource } from "./source-data-source";
import { objectFromTerraform } from "./terraform-form";
import { validateConfig } from "./validate-config";
import { webhookDataSource, webhooksDataSource } from "./webhook-data-source";
import { webhookResource } from "./webhook-resource";

const PROVIDER = objectShapeOf(providerDeclaration);

/** The provider `cdk-clickstack/clickstack`. */
export const provider: Provider<Session> = {
  schema: schemaOf(PROVIDER, "ClickHouse Cloud API keys, and ClickStack (HyperDX) dashboards and alerts."),

  validate: ({ config }) => validateConfig(PROVIDER, config),

  async configure({ config, terraformVersion }, { signal, log }) {
    const resolved = resolveSettings(argumentsOf(config), process.env);
    if (!resolved.ok) {
      throw new DiagnosticError(
        resolved.problems.map(({ argument, summary, detail }) => ({
          severity: "error",
          summary,
          detail,
          path: [attributeOf(argument)],
        })),
      );
    }
    const client = createClient({
      ...resolved.settings,
      userAgent: `terraform-provider-clickstack/${VERSION} terraform/${terraformVersion}`,
      signal,
      log: (line) => log.debug("API request", { ...line }),
    });
    return { client: new Session(client) };
  },

  resources: {
    clickstack_api_key: apiKeyResource,
    clickstack_dashboard: dashboardResource,
    clickstack_alert: alertResource,
    clickstack_saved_search: savedSearchResource,
    clickstack_webhook: webhookResource,
  },

  ephemeralResources: {
    clickstack_key_material: keyMaterialEphemeral,
  },

  dataSources: {
    clickstack_alert: alertDataSource,
    clickstack_api_key: apiKeyDataSource,
    clickstack_api_keys: apiKeysDataSource,
    clickstack_chart_series: chartSeriesDataSource,
    clickstack_connection: connectionDataSource,
    clickstack_connections: connectionsDataSource,
    clickstack_dashboard: dashboardDataSource,
    clickstack_role: roleDataSource,
    clickstack_roles: rolesDataSource,
    clickstack_saved_search: savedSearchDataSource,
    clickstack_source: sourceDataSource,
    clickstack_sources: sourcesDataSource,
    clickstack_webhook: webhookDataSource,
    clickstack_webhooks: webhooksDataSource,
  },
};

function argumentsOf(config: ObjectValue): SettingsArguments {
  const unknown = Object.keys(config).find((name) => containsUnknown(config[name] ?? null));
  if (unknown) {
    throw new DiagnosticError({
      severity: "error",
      summary: `The provider's ${unknown} is not known yet`,
      detail:
        "It comes from something that this plan has still to create. Apply that first with -target, or give the value in another way.",
      path: [unknown],
    });
  }
  return objectFromTerraform(PROVIDER, config) as SettingsArguments;
}

function attributeOf(argument: keyof SettingsArguments): string {
  const field = PROVIDER.fields[argument];
  return field ? attributeName(field) : argument;
}
