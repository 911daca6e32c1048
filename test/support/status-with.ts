import type { Endpoints } from "../../src/emulator";

/**
 * The status that a key gets. A key without roles is known and may do nothing: 403. An unknown, disabled or expired one
 * is 401 (docs/internals/api-behavior.md 1.6).
 */
export async function statusWith({ managed }: Endpoints, keyId: unknown, keySecret: unknown): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  const url = `${managed.endpoint}/v1/organizations/${managed.organizationId}/keys`;
  return (await fetch(url, { headers: { authorization } })).status;
}
