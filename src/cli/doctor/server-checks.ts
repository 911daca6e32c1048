import {
  ApiError,
  type Client,
  ClientError,
  type ClientSettings,
  createClient,
  type ManagedSettings,
  type OpenSourceSettings,
  resolveSettings,
} from "../../api";
import { VERSION } from "../../version";
import type { Finding } from "./finding";
import { checkOwnKey } from "./own-key-check";
import { type Probe, probe } from "./probe";
import { checkClock, checkRateLimit } from "./reply-checks";

const OPEN_SOURCE = "open source";
const MANAGED = "managed";

/** Credentials, and everything that they let see of the servers. */
export async function checkServers(environment: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const resolved = resolveSettings({}, environment);
  if (!resolved.ok) {
    return resolved.problems.map(({ summary, detail }) => ({
      check: "credentials",
      status: "failed",
      message: summary,
      wayOut: detail,
    }));
  }
  const settings: ClientSettings = { ...resolved.settings, userAgent: `cdk-clickstack/${VERSION}` };
  const client = createClient(settings);
  try {
    const { openSource, managed } = settings;
    return [
      ...(openSource ? await checkOpenSource(settings, openSource, client) : []),
      ...(managed ? await checkManaged(settings, managed, client) : []),
      ...(settings.observability === undefined ? [onlyKeys()] : []),
    ];
  } finally {
    await client.close();
  }
}

async function checkOpenSource(
  settings: ClientSettings,
  own: OpenSourceSettings,
  client: Client,
): Promise<readonly Finding[]> {
  const kind: Finding = {
    check: "credentials",
    subject: OPEN_SOURCE,
    status: "ok",
    message: "A personal API access key.",
  };
  return afterReach(OPEN_SOURCE, kind, async () => {
    const health = await probe(settings, own, "/health");
    const listed = await probe(settings, own, "/api/v2/alerts?limit=1");
    return [
      {
        check: "server",
        subject: OPEN_SOURCE,
        status: "ok",
        message: `${own.endpoint} answers, ${versionOf(health)}.`,
      },
      checkClock(OPEN_SOURCE, listed, Date.now()),
      await permission(OPEN_SOURCE, "dashboards and alerts", () => client.dashboards.list(), REFUSED_ACCESS_KEY),
      checkRateLimit(OPEN_SOURCE, listed, "100 requests in 60 s"),
    ];
  });
}

async function checkManaged(
  settings: ClientSettings,
  own: ManagedSettings,
  client: Client,
): Promise<readonly Finding[]> {
  const kind: Finding = {
    check: "credentials",
    subject: MANAGED,
    status: "ok",
    message: `A ClickHouse Cloud API key for the organization ${own.organizationId}.`,
  };
  return afterReach(MANAGED, kind, async () => {
    const reply = await probe(settings, own, `/v1/organizations/${encodeURIComponent(own.organizationId)}/keys`);
    const keys = await attempt(() => client.apiKeys.list());
    return [
      { check: "server", subject: MANAGED, status: "ok", message: `${own.endpoint} answers.` },
      checkClock(MANAGED, reply, Date.now()),
      await permission(MANAGED, "API keys", () => client.apiKeys.list(), REFUSED_KEY),
      ...(keys ? checkOwnKey(MANAGED, keys, own.keyId, Date.now()) : []),
      ...(settings.observability === "managed"
        ? [await permission(MANAGED, "dashboards and alerts", () => client.dashboards.list(), REFUSED_CLICKSTACK)]
        : []),
      checkRateLimit(MANAGED, reply, "10 requests in 10 s"),
    ];
  });
}

const REFUSED_ACCESS_KEY = "Take the personal API access key of somebody who may see the team's dashboards.";
const NOT_ACCEPTED =
  "Copy the key anew into the environment. An id and its secret belong together, and the key must be enabled and not expired.";
const REFUSED_KEY =
  "Give the key a role that may read and manage API keys, such as Admin, and check its IP access list.";
const REFUSED_CLICKSTACK =
  "Give the key the permission control-plane:service:manage-clickstack-api (Service Admin or Org Admin have it), and check CLICKSTACK_SERVICE_ID.";

/** Everything else needs a server that answers. */
async function afterReach(
  subject: string,
  credentials: Finding,
  checks: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return [credentials, ...(await checks())];
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const wayOut = "Check the address, the network and the proxy; for a server of your own, whether it runs.";
    return [credentials, { check: "server", subject, status: "failed", message: error.message, wayOut }];
  }
}

async function permission(
  subject: string,
  what: string,
  list: () => Promise<readonly unknown[]>,
  wayOut: string,
): Promise<Finding> {
  const base = { check: "permission", subject };
  try {
    const { length } = await list();
    return { ...base, status: "ok", message: `May read ${what}; there are ${length}.` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.isUnauthorized)
      return { ...base, check: "credentials", status: "failed", message: error.message, wayOut: NOT_ACCEPTED };
    return {
      ...base,
      status: "failed",
      message: `May not read ${what}. ${error.summary}`,
      wayOut: error.hint ?? wayOut,
    };
  }
}

async function attempt<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function versionOf({ text }: Probe): string {
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === "string" && version !== "" ? `version ${version}` : "and does not say its version";
  } catch {
    return "and does not say its version";
  }
}

function onlyKeys(): Finding {
  return {
    check: "credentials",
    status: "warning",
    message: "Only API keys can be managed: there is no deployment for dashboards and alerts.",
    wayOut: "Set CLICKSTACK_API_KEY for an open-source server, or CLICKSTACK_SERVICE_ID for managed ClickStack.",
  };
}
