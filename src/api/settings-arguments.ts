import type { Deployment } from "./settings";

/** What an author may write explicitly. Each one that is left out is taken from the environment or has a default. */
export interface SettingsArguments {
  /** Base address of the deployment that holds dashboards and alerts; `CLICKSTACK_ENDPOINT`. */
  readonly endpoint?: string;
  /** Personal API access key of the open-source deployment; `CLICKSTACK_API_KEY`. */
  readonly apiKey?: string;
  /** Base address of ClickHouse Cloud; `CLICKHOUSE_CLOUD_ENDPOINT`, else `https://api.clickhouse.cloud`. */
  readonly cloudEndpoint?: string;
  /** Key id for ClickHouse Cloud; `CLICKHOUSE_CLOUD_API_KEY`. */
  readonly cloudApiKey?: string;
  /** Key secret for ClickHouse Cloud; `CLICKHOUSE_CLOUD_API_SECRET`. */
  readonly cloudApiSecret?: string;
  /** `CLICKHOUSE_ORGANIZATION_ID`. */
  readonly organizationId?: string;
  /** Service that runs managed ClickStack; `CLICKSTACK_SERVICE_ID`. */
  readonly serviceId?: string;
  /** Path segment of the observability product; default `clickstack`. */
  readonly product?: string;
  /** Where dashboards and alerts live. Needed when both an access key and a service id are given. */
  readonly deployment?: Deployment;
  /** Permits plain http to hosts that are not loopback. Default false. */
  readonly allowInsecureHttp?: boolean;
  /** Requests that ClickHouse Cloud admits per 10 seconds and key; default 10. */
  readonly requestsPerWindow?: number;
  /** Team on open-source servers with several teams. */
  readonly team?: string;
}
