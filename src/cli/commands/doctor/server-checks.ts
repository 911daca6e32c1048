import {
  ApiError,
  ClientError,
  type ClientSettings,
  type ManagedSettings,
  type OpenSourceSettings,
  resolveSettings,
} from "../../../client";
import { headersOf, openLink } from "../../../client/collections/deployments";
import type { RawResponse } from "../../../client/http/http-exchange";
import { jsonIn } from "../../../client/json";
import type { ShownObjects } from "../../../client/reads/listing";
import { systemClock } from "../../../client/waiting";
import type { ApiKeyRecord } from "../../../resources/api-key/api";
import { KeyListRefusedError } from "../../../resources/api-key/key-collection";
import type { Client } from "../../../resources/client";
import type { Stack } from "../../project/find-stacks";
import { USER_AGENT, usingClient } from "../../server/open-client";
import { expectedError } from "../../terminal/exit";
import { countText } from "../../terminal/text-options";
import { aroundFix, type CheckResult, checkOwnKey, resultsOf } from "./own-checks";
import { checkVersions } from "./version-checks";

/** A response with the time of its request. */
export interface Probe extends RawResponse {
  readonly sentAt: number;
}

/** Sends one GET without retries. The checks read the headers of the response. */
async function probe(
  settings: ClientSettings,
  own: OpenSourceSettings | ManagedSettings,
  path: string,
): Promise<Probe> {
  const link = openLink(own.endpoint, settings, systemClock);
  const headers = headersOf(own, settings);
  const request = {
    method: "GET",
    path: `${link.prefix}${path}`,
    headers,
    body: undefined,
    signal: undefined,
  } as const;
  const sentAt = Date.now();
  try {
    return { ...(await link.send(request, () => undefined)), sentAt };
  } finally {
    await link.close();
  }
}

/** Maximum difference of the clocks. Larger differences break signatures, expiries and schedules. */
const MAX_SKEW_SECONDS = 30;

/** Compares the clock of this machine with the server's. */
export function checkClock(subject: string, { headers, sentAt }: Probe, receivedAt: number): CheckResult {
  const { ok, warning, skipped } = resultsOf("clock", subject);
  const server = Date.parse(headers.date ?? "");
  if (Number.isNaN(server)) {
    return skipped("The response contains no time.");
  }
  // The header has whole seconds. The server wrote it between request and response.
  const late = Math.max(0, server - receivedAt, sentAt - (server + 1000));
  const seconds = Math.round(late / 1000);
  if (seconds <= MAX_SKEW_SECONDS) {
    return ok("This machine and the server agree on the time.");
  }
  return warning(
    `This machine's clock is ${seconds} s ${server > receivedAt ? "behind" : "ahead of"} the server's.`,
    "Synchronize the clock of this machine with a time server (NTP).",
  );
}

export function checkRateLimit(subject: string, { headers }: Probe, documented: string): CheckResult {
  const { ok, warning } = resultsOf("rate-limit", subject);
  const { "ratelimit-limit": limit, "ratelimit-remaining": remaining } = headers;
  if (limit === undefined || remaining === undefined) {
    return ok(`The response contains no limit; documented: ${documented}.`);
  }
  const message = `${remaining} of ${limit} requests are left, for ${headers["ratelimit-reset"] ?? "?"} s.`;
  const fix = "Other clients use the same key. A plan waits for the limit. Use a separate key to make it faster.";
  return Number(remaining) > Number(limit) / 10 ? ok(message) : warning(message, fix);
}

const TRY_IT = 'For a local test server, run "npx cdk-clickstack emulator" and paste the lines that it prints.';

const ONLY_KEYS = resultsOf("credentials").warning(
  "Only API keys can be managed: no deployment for dashboards and alerts is configured.",
  "Set CLICKSTACK_API_KEY for an open-source server, or CLICKSTACK_SERVICE_ID for managed ClickStack.",
);

const OPEN_SOURCE = "open source";
const MANAGED = "managed";

/** @param stacks with declarations that the server must support */
export async function checkServers(
  environment: NodeJS.ProcessEnv,
  stacks: readonly Stack[] = [],
): Promise<readonly CheckResult[]> {
  const resolved = resolveSettings({}, environment);
  if (!resolved.ok) {
    return resolved.problems.map(({ argument, summary, detail }) =>
      resultsOf("credentials").failed(summary, argument === "apiKey" ? `${detail} ${TRY_IT}` : detail),
    );
  }
  const settings: ClientSettings = { ...resolved.settings, userAgent: USER_AGENT };
  const { openSource, managed } = settings;
  return usingClient(settings, async (client) => [
    ...(openSource ? await checkOpenSource(settings, openSource, client, stacks) : []),
    ...(managed ? await checkManaged(settings, managed, client) : []),
    ...(settings.observability === undefined ? [ONLY_KEYS] : []),
  ]);
}

async function checkOpenSource(
  settings: ClientSettings,
  own: OpenSourceSettings,
  client: Client,
  stacks: readonly Stack[],
): Promise<readonly CheckResult[]> {
  return afterReach(OPEN_SOURCE, "A personal API access key is set.", async () => {
    const { version } = (jsonIn((await probe(settings, own, "/health")).text) ?? {}) as { readonly version?: unknown };
    const isReported = typeof version === "string" && version !== "";
    const listed = await probe(settings, own, "/api/v2/alerts?limit=1");
    return [
      resultsOf("server", OPEN_SOURCE).ok(
        `${own.endpoint} responds, ${isReported ? `version ${version}` : "and does not report its version"}.`,
      ),
      checkClock(OPEN_SOURCE, listed, Date.now()),
      ...(await permission(OPEN_SOURCE, DASHBOARDS, () => client.dashboards.listShown(), REFUSED_ACCESS_KEY)),
      ...(await checkVersions(OPEN_SOURCE, client, stacks)),
      checkRateLimit(OPEN_SOURCE, listed, "100 requests in 60 s"),
    ];
  });
}

async function checkManaged(
  settings: ClientSettings,
  own: ManagedSettings,
  client: Client,
): Promise<readonly CheckResult[]> {
  const credentials = `A ClickHouse Cloud API key for the organization ${own.organizationId} is set.`;
  return afterReach(MANAGED, credentials, async () => {
    const response = await probe(settings, own, `/v1/organizations/${encodeURIComponent(own.organizationId)}/keys`);
    const ofKey = (keys: readonly ApiKeyRecord[]) => checkOwnKey(MANAGED, keys, own.keyId, Date.now());
    return [
      resultsOf("server", MANAGED).ok(`${own.endpoint} responds.`),
      checkClock(MANAGED, response, Date.now()),
      ...(await permission(MANAGED, KEYS, () => client.apiKeys.listForLookUp(), REFUSED_KEY, ofKey)),
      ...(settings.observability === "managed"
        ? await permission(MANAGED, DASHBOARDS, () => client.dashboards.listShown(), REFUSED_CLICKSTACK)
        : []),
      checkRateLimit(MANAGED, response, "10 requests in 10 s"),
    ];
  });
}

const REFUSED_ACCESS_KEY = "Use the personal API access key of a user who may see the team's dashboards.";
const REFUSED_KEY =
  "Give the key a role that may read and manage API keys, such as Admin, and check its IP access list.";
const REFUSED_CLICKSTACK =
  "Give the key the permission control-plane:service:manage-clickstack-api (Service Admin or Org Admin have it), and check CLICKSTACK_SERVICE_ID.";

/** Runs checks that need a server. Without a response it returns the failure instead. */
async function afterReach(
  subject: string,
  credentials: string,
  checks: () => Promise<readonly CheckResult[]>,
): Promise<readonly CheckResult[]> {
  const given = resultsOf("credentials", subject).ok(credentials);
  try {
    return [given, ...(await checks())];
  } catch (caught) {
    const error = expectedError(caught, ClientError);
    const general = "Check the address, the network and the proxy. If it is your server, check that it runs.";
    // An error response of the API contains text of the server, which must not name the fix.
    const [problem = "", fix = general] = error instanceof ApiError ? [error.message] : aroundFix(error.message);
    return [given, resultsOf("server", subject).failed(problem, fix)];
  }
}

const DASHBOARDS = { what: "dashboards and alerts", noun: "dashboard" };
const KEYS = { what: "API keys", noun: "key" };

/** @param ofListed returns further findings from the list */
async function permission<Listed>(
  subject: string,
  { what, noun }: typeof DASHBOARDS,
  list: () => Promise<ShownObjects<Listed>>,
  fix: string,
  ofListed: (listed: readonly Listed[]) => readonly CheckResult[] = () => [],
): Promise<readonly CheckResult[]> {
  const { ok, warning, failed } = resultsOf("permission", subject);
  try {
    const { records } = await list();
    return [ok(`May read ${what}: ${countText(records.length, noun)}.`), ...ofListed(records)];
  } catch (caught) {
    const error = expectedError(caught, ApiError);
    // The server refuses every request of a key for another organization, and not only the list.
    const isAboutOrganization = /does not belong to the organization/.test(error.summary);
    if (error instanceof KeyListRefusedError && !isAboutOrganization) {
      // Single keys may work without the list (docs/internals/api-behavior.md 1.7).
      return [
        warning(
          `The server refuses the list of API keys. Keys that are adopted by their ids can still be managed. Creates and look-ups by name need the list. ${error.summary}`,
          `To use the list, check CLICKHOUSE_ORGANIZATION_ID. ${REFUSED_KEY}`,
        ),
      ];
    }
    const { kind, summary, hint = fix } = error.cause instanceof ApiError ? error.cause : error;
    return kind === "unauthorized"
      ? [resultsOf("credentials", subject).failed(summary, hint)]
      : [failed(`May not read ${what}. ${summary}`, hint)];
  }
}
