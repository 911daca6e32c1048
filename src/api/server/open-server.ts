import type { Clock } from "../clock";
import { FixedWindowSchedule } from "../pacing/fixed-window-schedule";
import { sharedPacer } from "../pacing/shared-pacers";
import { SlidingWindowSchedule } from "../pacing/sliding-window-schedule";
import type { ClientSettings, ManagedSettings, OpenSourceSettings } from "../settings";
import { ApiServer } from "./api-server";
import { HttpLink } from "./http-link";
import { SecretMask } from "./secret-mask";

/** See docs/internals/api-behavior.md 1.6. */
const MANAGED_REQUESTS = 10;
const MANAGED_WINDOW_SECONDS = 10;

/** The open-source server: bearer token, paced by what its replies tell (docs/internals/api-behavior.md 3.2, 3.3). */
export function openSourceServer(own: OpenSourceSettings, settings: ClientSettings, clock: Clock): ApiServer {
  const link = openLink(own.endpoint, settings, clock);
  return new ApiServer({
    deployment: "open_source",
    link,
    pacer: sharedPacer(link.origin, own.accessKey, clock, () => new FixedWindowSchedule()),
    clock,
    headers: {
      authorization: `Bearer ${own.accessKey}`,
      "user-agent": settings.userAgent,
      ...(own.team !== undefined && { "x-hdx-team": own.team }),
    },
    mask: maskOf(settings),
    log: settings.log,
    warn: settings.warn,
    signal: settings.signal,
  });
}

/** ClickHouse Cloud: Basic authentication, paced by the documented limit (docs/internals/api-behavior.md 1.6). */
export function managedServer(own: ManagedSettings, settings: ClientSettings, clock: Clock): ApiServer {
  const link = openLink(own.endpoint, settings, clock);
  const requests = own.requestsPerWindow ?? MANAGED_REQUESTS;
  const windowMs = (own.windowSeconds ?? MANAGED_WINDOW_SECONDS) * 1000;
  return new ApiServer({
    deployment: "managed",
    link,
    pacer: sharedPacer(
      link.origin,
      `${own.keyId} ${requests}/${windowMs}`,
      clock,
      () => new SlidingWindowSchedule(requests, windowMs),
    ),
    clock,
    headers: { authorization: `Basic ${basicOf(own)}`, "user-agent": settings.userAgent },
    mask: maskOf(settings),
    log: settings.log,
    warn: settings.warn,
    signal: settings.signal,
  });
}

/** Every credential of both deployments: one proxy may stand before both, and repeat what the other was sent. */
function maskOf({ openSource, managed }: ClientSettings): SecretMask {
  const ofCloud = managed && [managed.keySecret, basicOf(managed), managed.keyId];
  return new SecretMask([openSource?.accessKey, ...(ofCloud ?? [])]);
}

function basicOf({ keyId, keySecret }: ManagedSettings): string {
  return Buffer.from(`${keyId}:${keySecret}`, "utf8").toString("base64");
}

function openLink(endpoint: string, settings: ClientSettings, clock: Clock): HttpLink {
  return new HttpLink({
    endpoint,
    allowInsecureHttp: settings.allowInsecureHttp ?? false,
    timeouts: settings.timeouts,
    environment: settings.environment ?? process.env,
    clock,
  });
}
