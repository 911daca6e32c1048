import * as z from "zod";
import { resolveSettings, type SettingsArguments } from "../../../client";
import { jsonIn } from "../../../client/json";
import { type Client, createClient } from "../../../resources/client";
import { cloudArgumentsOf } from "../../../resources/provider-arguments";
import { VERSION } from "../../../version";
import { CommandError } from "../../terminal/exit";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The key that is checked, as the provider's arguments for it. */
export interface CheckedMaterial {
  readonly cloudApiKey: string;
  readonly cloudApiSecret: string;
}

/** Environment variables with the address of ClickHouse Cloud. */
const CLOUD_VARIABLES = [
  "CLICKHOUSE_CLOUD_ENDPOINT",
  "CLICKHOUSE_ORGANIZATION_ID",
  "CLICKHOUSE_ORG_ID",
  "CLICKSTACK_SERVICE_ID",
] as const;

/**
 * Creates a client with the provider's settings. `CLICKSTACK_CHECK_PROVIDER` contains the arguments of the
 * configuration as JSON, which take precedence over the provider's environment variables.
 */
export function providerClient(environment: Environment): Client {
  return clientOf(providerArguments(environment), environment, environment);
}

/**
 * Creates a client that signs with the checked key. It uses only the provider settings for ClickHouse Cloud, so that
 * the key reaches no other server.
 * @param needsService true if it sends requests to managed ClickStack, and not only to the organization
 */
export function keyClient(environment: Environment, material: CheckedMaterial, needsService: boolean): Client {
  const variables = Object.fromEntries(CLOUD_VARIABLES.map((name) => [name, environment[name]]));
  const { serviceId, ...organization } = cloudArgumentsOf(providerArguments(environment));
  if (needsService) {
    return clientOf({ ...organization, ...material, serviceId, deployment: "managed" }, variables, environment);
  }
  return clientOf({ ...organization, ...material }, { ...variables, CLICKSTACK_SERVICE_ID: undefined }, environment);
}

/** @param network has the proxies and the certificates */
function clientOf(args: SettingsArguments, variables: Environment, network: Environment): Client {
  const resolved = resolveSettings(args, variables);
  if (!resolved.ok) {
    throw new CommandError(resolved.problems.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"));
  }
  return createClient({ ...resolved.settings, userAgent: `cdk-clickstack-check/${VERSION}`, environment: network });
}

function providerArguments({ CLICKSTACK_CHECK_PROVIDER: json }: Environment): SettingsArguments {
  const problem = "CLICKSTACK_CHECK_PROVIDER is not a valid JSON object.";
  const read = json ? parsedJson(json, z.looseObject({}), problem) : {};
  const given = Object.entries(read).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as SettingsArguments;
}

/** Reads JSON. Errors do not contain the text, which may be a secret. */
export function parsedJson<Schema extends z.ZodType>(json: string, schema: Schema, problem: string): z.output<Schema> {
  const { success, data } = schema.safeParse(jsonIn(json));
  if (success) {
    return data;
  }
  throw new CommandError(problem);
}
