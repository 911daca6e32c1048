import type { KnownSecrets } from "./secret-search";

type Environment = Readonly<Record<string, string>>;

/** Returns the credentials in an environment, and their forms in requests. */
export function secretsOfEnvironment(environment: Environment): readonly string[] {
  const { CLICKSTACK_API_KEY, CLICKHOUSE_CLOUD_API_KEY: keyId, CLICKHOUSE_CLOUD_API_SECRET: keySecret } = environment;
  const basic = keyId && keySecret ? Buffer.from(`${keyId}:${keySecret}`).toString("base64") : undefined;
  const headers = Object.values(JSON.parse(environment.CLICKSTACK_HTTP_HEADERS ?? "{}") as Record<string, string>);
  return [...headers, CLICKSTACK_API_KEY, keyId, keySecret, basic].filter(
    (text) => text !== undefined && text !== "",
  ) as string[];
}

/** Returns every secret of the emulator of an environment. The list is empty if the emulator does not run. */
export async function secretsOfEmulator(environment: Environment): Promise<KnownSecrets> {
  const endpoint = environment.CLICKHOUSE_CLOUD_ENDPOINT || environment.CLICKSTACK_ENDPOINT;
  const response = endpoint ? await fetch(`${endpoint}/ui/secrets`).catch(() => undefined) : undefined;
  if (!response?.headers.get("content-type")?.includes("json")) {
    return { texts: [], keyHashes: [] };
  }
  const { data } = (await response.json()) as { data?: KnownSecrets };
  // Another program may listen at this address.
  return data ?? { texts: [], keyHashes: [] };
}
