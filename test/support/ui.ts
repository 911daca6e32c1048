import type { Emulator } from "../../src/emulator";

/** Makes an edit of a UI user, without credentials and rate limit. Throws if the emulator refuses it. */
export async function ui(emulator: Emulator, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${emulator.endpoints.openSource.endpoint}/ui${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  }
  return text === "" ? undefined : JSON.parse(text);
}

/** Returns one stored object in the form of the open-source API. */
export async function stored(emulator: Emulator, kind: string, id: string): Promise<Record<string, unknown>> {
  const { data } = (await ui(emulator, "GET", `/api/v2/${kind}/${id}`)) as { data: Record<string, unknown> };
  return data;
}

/** Returns every stored object of a type in the form of the open-source API. */
export async function listed(emulator: Emulator, kind: string): Promise<readonly Record<string, unknown>[]> {
  const { data } = (await ui(emulator, "GET", `/api/v2/${kind}`)) as { data: readonly Record<string, unknown>[] };
  return data;
}
