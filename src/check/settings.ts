import { type Client, createClient, resolveSettings, type SettingsArguments } from "../api";
import { VERSION } from "../version";

type Environment = Readonly<Record<string, string | undefined>>;

/** Why a check could not begin. */
export class CheckSettingsError extends Error {
  override readonly name = "CheckSettingsError";
}

/**
 * A client from the provider's environment variables, and from `CLICKSTACK_CHECK_PROVIDER`: the arguments that the provider has in the
 * configuration, as JSON. Variables that a check sets for itself, such as the key that it checks, come before those.
 */
export function clientOf(environment: Environment, own: SettingsArguments = {}): Client {
  const resolved = resolveSettings({ ...providerArguments(environment), ...own }, environment);
  if (!resolved.ok) {
    throw new CheckSettingsError(resolved.problems.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"));
  }
  return createClient({ ...resolved.settings, userAgent: `cdk-clickstack-check/${VERSION}`, environment });
}

function providerArguments({ CLICKSTACK_CHECK_PROVIDER: json }: Environment): SettingsArguments {
  return json ? (JSON.parse(json) as SettingsArguments) : {};
}
