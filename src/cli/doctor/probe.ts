import type { ClientSettings, ManagedSettings, OpenSourceSettings } from "../../api";
import { systemClock } from "../../api/clock";
import { HttpLink } from "../../api/server/http-link";
import type { Reply } from "../../api/transport/reply";

/** A reply with the time between which the server wrote it. */
export interface Probe extends Reply {
  readonly sentAt: number;
}

/** One GET as it stands on the wire, without retries: what replies say beside their body is what is asked for. */
export async function probe(
  settings: ClientSettings,
  own: OpenSourceSettings | ManagedSettings,
  path: string,
): Promise<Probe> {
  const link = new HttpLink({
    endpoint: own.endpoint,
    allowInsecureHttp: settings.allowInsecureHttp ?? false,
    timeouts: settings.timeouts,
    environment: settings.environment ?? process.env,
    clock: systemClock,
  });
  const headers = { authorization: authorizationOf(own), "user-agent": settings.userAgent };
  const sentAt = Date.now();
  try {
    const request = {
      method: "GET",
      path: `${link.prefix}${path}`,
      headers,
      body: undefined,
      signal: undefined,
    } as const;
    return { ...(await link.send(request, () => undefined)), sentAt };
  } finally {
    await link.close();
  }
}

function authorizationOf(own: OpenSourceSettings | ManagedSettings): string {
  if ("accessKey" in own) return `Bearer ${own.accessKey}`;
  return `Basic ${Buffer.from(`${own.keyId}:${own.keySecret}`, "utf8").toString("base64")}`;
}
