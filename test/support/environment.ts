import type { Endpoints } from "../../src/emulator";

/** The environment variables that let the provider reach both deployments of an emulator. */
export function environmentFor({ openSource, managed }: Endpoints): Record<string, string> {
  return {
    CLICKSTACK_ENDPOINT: openSource.endpoint,
    CLICKSTACK_API_KEY: openSource.accessKey,
    CLICKHOUSE_CLOUD_ENDPOINT: managed.endpoint,
    CLICKHOUSE_CLOUD_API_KEY: managed.keyId,
    CLICKHOUSE_CLOUD_API_SECRET: managed.keySecret,
    CLICKHOUSE_ORGANIZATION_ID: managed.organizationId,
  };
}
