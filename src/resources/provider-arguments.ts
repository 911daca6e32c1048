import * as z from "zod";
import { optional } from "../declaration/field";

const variable = (name: string, otherwise?: string, alias?: string) =>
  `Default: the environment variable \`${name}\`${alias === undefined ? "" : ` or \`${alias}\``}${otherwise === undefined ? "" : `, otherwise \`${otherwise}\``}.`;

/** The arguments of the provider. Each can come from the environment, so that a configuration contains no secret. */
export const providerArguments = z.object({
  endpoint: optional(
    `The base address of the open-source API server. ${variable("CLICKSTACK_ENDPOINT", "http://localhost:8000")} Not the address of ClickHouse Cloud.`,
    z.string(),
  ),
  apiKey: optional(
    `The personal API access key of the open-source deployment. ${variable("CLICKSTACK_API_KEY")}`,
    z.string(),
    { sensitive: true },
  ),
  uiEndpoint: optional(
    `The base address of the user interface, used as the beginning of dashboard URLs. Default: the environment variable \`CLICKSTACK_UI_ENDPOINT\`, otherwise port 8080 of an open-source server whose port is 8000. The provider sends no requests to it.`,
    z.string(),
  ),
  cloudEndpoint: optional(
    `The base address of ClickHouse Cloud, for API keys and managed dashboards and alerts. ${variable("CLICKHOUSE_CLOUD_ENDPOINT", "https://api.clickhouse.cloud")}`,
    z.string(),
  ),
  cloudApiKey: optional(`The key ID for ClickHouse Cloud. ${variable("CLICKHOUSE_CLOUD_API_KEY")}`, z.string(), {
    sensitive: true,
  }),
  cloudApiSecret: optional(
    `The key secret for ClickHouse Cloud. ${variable("CLICKHOUSE_CLOUD_API_SECRET")}`,
    z.string(),
    { sensitive: true },
  ),
  organizationId: optional(
    `The organization in ClickHouse Cloud, a UUID. ${variable("CLICKHOUSE_ORGANIZATION_ID", undefined, "CLICKHOUSE_ORG_ID")}`,
    z.string(),
  ),
  serviceId: optional(
    `The service that runs managed ClickStack, a UUID. ${variable("CLICKSTACK_SERVICE_ID")}`,
    z.string(),
  ),
  deployment: optional(
    `The deployment of dashboards and alerts: \`open_source\` or \`managed\`. Required only if the credentials of both deployments are set. ${variable("CLICKSTACK_DEPLOYMENT")}`,
    z.enum(["open_source", "managed"]),
  ),
  product: optional(
    "The path segment of the observability product in ClickHouse Cloud. Default: `clickstack`.",
    z.string(),
  ),
  team: optional("The team, for open-source servers with several teams. Sent as the header `x-hdx-team`.", z.string()),
  httpHeaders: optional(
    `Additional headers for every request to an open-source server, for example for a proxy that requires a credential. Their values appear in no log, message or state. ${variable("CLICKSTACK_HTTP_HEADERS")} It is a JSON object, such as \`{"X-Proxy-Token": "..."}\`.`,
    z.record(z.string(), z.string()),
    { sensitive: true },
  ),
  validateOnPlan: optional(
    "True if the server checks new and changed dashboards in the plan, with one request for each. It checks a dashboard only if all its ids are known. The provider skips the check on servers without that operation. Default: true.",
    z.boolean(),
  ),
  onStalePlan: optional(
    "The behavior of an apply when an object was changed elsewhere after the plan: `fail` before the object is overwritten or deleted, or `overwrite`. To detect changes, the apply reads the objects with one list request per resource type. Default: `fail`.",
    z.enum(["fail", "overwrite"]),
  ),
  onExistingName: optional(
    "The behavior of a create when the server has an unmanaged object with the same name: `warn` in the plan and create another one, `fail` in the plan, or `adopt` it if it equals the declaration. To detect such objects, a plan that creates objects lists each of their resource types once. API keys are never adopted this way. Default: `warn`.",
    z.enum(["warn", "fail", "adopt"]),
  ),
  requestsPerWindow: optional(
    "The number of requests that ClickHouse Cloud allows for the key in 10 seconds. Default: 10.",
    z.int().min(1),
  ),
  allowInsecureHttp: optional(
    "Allows credentials over plain http to another host than this machine. Default: false.",
    z.boolean(),
  ),
});

export type ClickStackProviderDeclaration = z.input<typeof providerArguments>;

/**
 * Arguments of the provider that locate ClickHouse Cloud and configure its requests, without credentials and without
 * other servers.
 */
const CLOUD_ARGUMENTS = [
  "cloudEndpoint",
  "organizationId",
  "serviceId",
  "product",
  "requestsPerWindow",
  "allowInsecureHttp",
] as const satisfies readonly (keyof ClickStackProviderDeclaration)[];

type CloudArguments = Pick<ClickStackProviderDeclaration, (typeof CLOUD_ARGUMENTS)[number]>;

/** Returns the arguments of the provider that apply to ClickHouse Cloud with any credentials. */
export function cloudArgumentsOf(args: Readonly<Record<string, unknown>>): CloudArguments {
  const given = CLOUD_ARGUMENTS.filter((name) => Object.hasOwn(args, name) && args[name] !== null);
  return Object.fromEntries(given.map((name) => [name, args[name]]));
}
