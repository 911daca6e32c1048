import type { Endpoints } from "../../src/emulator";

/**
 * Returns the status that the server returns for a key. The server knows a key without roles and refuses its requests
 * with 403. It refuses an unknown, disabled or expired key with 401 (docs/internals/api-behavior.md 1.6).
 */
export async function statusWith({ managed }: Endpoints, keyId: unknown, keySecret: unknown): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  const url = `${managed.endpoint}/v1/organizations/${managed.organizationId}/keys`;
  return (await fetch(url, { headers: { authorization } })).status;
}
