import type { ServerResponse } from "node:http";
import type { ClientSettings } from "../../../src/client";
import { type Client, createClient } from "../../../src/resources/client";
import { ImpatientClock } from "./impatient-clock";

export const ACCESS_KEY = "11111111-2222-4333-8444-555555555555";
export const ORGANIZATION = "aaaaaaaa-0000-4000-8000-000000000001";
export const SERVICE = "aaaaaaaa-0000-4000-8000-000000000002";
export const KEY_ID = "keyIdOfTheTests";
export const KEY_SECRET = "4b1dSecretOfTheTests";

/** A client that closes itself at the end of a test and does not wait between retries. */
export type TestClient = Client & AsyncDisposable & { readonly clock: ImpatientClock };

export function openSourceClient(endpoint: string, more: Partial<ClientSettings> = {}): TestClient {
  return closing({ openSource: { endpoint, accessKey: ACCESS_KEY }, ...more });
}

export function managedClient(endpoint: string, more: Partial<ClientSettings> = {}): TestClient {
  return closing({
    managed: {
      endpoint,
      organizationId: ORGANIZATION,
      serviceId: SERVICE,
      keyId: KEY_ID,
      keySecret: KEY_SECRET,
      product: "clickstack",
      requestsPerWindow: 1000,
    },
    ...more,
  });
}

function closing(settings: Omit<ClientSettings, "userAgent">): TestClient {
  const clock = new ImpatientClock();
  const client = createClient({ userAgent: "tests", environment: {}, ...settings }, clock);
  return Object.assign(client, { clock, [Symbol.asyncDispose]: () => client.close() });
}

/** Returns the error with which a promise is rejected. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error("expected a rejection");
    },
    (error: unknown) => error,
  );
}

/** Returns the UUID of a number. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}

/**
 * Writes the open-source server's response for a missing dashboard or connection, with the rate limit headers that
 * every response has.
 */
export function plainNotFound(response: ServerResponse): void {
  response.writeHead(404, {
    "content-type": "text/plain; charset=utf-8",
    "ratelimit-limit": "100",
    "ratelimit-remaining": "99",
    "ratelimit-reset": "60",
  });
  response.end("Not Found");
}

/** Returns a new ObjectId of the current second. */
let made = 0;
export function objectId(at = Date.now()): string {
  made += 1;
  return (
    Math.floor(at / 1000)
      .toString(16)
      .padStart(8, "0") + made.toString(16).padStart(16, "0")
  );
}
