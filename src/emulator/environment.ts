import type { Endpoints } from "./options";

/**
 * The environment variables that let the provider, and anything else that reads them, reach both deployments of an emulator. Dashboards and
 * alerts are in the open-source one; with `CLICKSTACK_DEPLOYMENT=managed` in the managed one.
 */
export function environmentOf({ openSource, managed }: Endpoints) {
  return {
    CLICKSTACK_ENDPOINT: openSource.endpoint,
    CLICKSTACK_API_KEY: openSource.accessKey,
    CLICKHOUSE_CLOUD_ENDPOINT: managed.endpoint,
    CLICKHOUSE_CLOUD_API_KEY: managed.keyId,
    CLICKHOUSE_CLOUD_API_SECRET: managed.keySecret,
    CLICKHOUSE_ORGANIZATION_ID: managed.organizationId,
    CLICKSTACK_SERVICE_ID: managed.serviceId,
    CLICKSTACK_DEPLOYMENT: "open_source",
  };
}
