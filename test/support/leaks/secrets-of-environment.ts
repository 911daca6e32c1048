import type { KnownSecrets } from "./secret-search";

type Environment = Readonly<Record<string, string>>;

/** The credentials in an environment, and the forms in which requests carry them. */
export function secretsOfEnvironment(environment: Environment): readonly string[] {
  const { CLICKSTACK_API_KEY, CLICKHOUSE_CLOUD_API_KEY: keyId, CLICKHOUSE_CLOUD_API_SECRET: keySecret } = environment;
  const basic = keyId && keySecret ? Buffer.from(`${keyId}:${keySecret}`).toString("base64") : undefined;
  const headers = Object.values(JSON.parse(environment.CLICKSTACK_HTTP_HEADERS ?? "{}") as Record<string, string>);
  return [...headers, CLICKSTACK_API_KEY, keyId, keySecret, basic].filter(
    (text) => text !== undefined && text !== "",
  ) as string[];
}

/** Every secret that the emulator of an environment handed out or was given; none where it does not run. */
export async function secretsOfEmulator(environment: Environment): Promise<KnownSecrets> {
  const endpoint = environment.CLICKHOUSE_CLOUD_ENDPOINT || environment.CLICKSTACK_ENDPOINT;
  const response = endpoint ? await fetch(`${endpoint}/ui/secrets`).catch(() => undefined) : undefined;
  if (!response?.headers.get("content-type")?.includes("json")) {
    return { texts: [], keyHashes: [] };
  }
  const { data } = (await response.json()) as { data?: KnownSecrets };
  // Something else than the emulator may listen there.
  return data ?? { texts: [], keyHashes: [] };
}
