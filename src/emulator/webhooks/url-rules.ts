import ipaddr from "ipaddr.js";
import type { StoredConnection } from "../state";

interface Judged {
  service: string;
  url: string;
}

/**
 * Why a webhook URL is refused, or undefined (docs/internals/api-behavior.md 3.11). Host names are not resolved here:
 * only literal addresses, names of the local machine and hosts of connections count as private.
 */
export function urlProblem(
  { service, url }: Judged,
  connections: readonly StoredConnection[],
  allowed: readonly string[],
): string | undefined {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return "Webhook URL must use HTTP or HTTPS";
  if (service === "slack" && hostname !== "slack.com" && !hostname.endsWith(".slack.com")) {
    return `Slack Webhook URL ${url} does not have hostname that ends in 'slack.com'`;
  }
  if (allowed.includes(hostname)) return undefined;
  const isOwn = connections.some(({ host }) => URL.canParse(host) && new URL(host).hostname === hostname);
  return isOwn || isPrivate(hostname) ? "Webhook URL resolves to a private or reserved address." : undefined;
}

function isPrivate(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  const address = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== "unicast";
}
